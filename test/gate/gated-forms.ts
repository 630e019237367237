import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Provider } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Passkey from '../../src/providers/passkey.ts'
import { addAuthenticator } from '../browser.ts'
import type { Place } from '../methods/place.ts'

/** The ways in whose forms pass a gate, besides mail: passwords of Ada, and passkeys. */
export const gatedProviders: readonly Provider[] = [
  Credentials({
    credentials: { username: { label: 'User name' }, password: { type: 'password' } },
    authorize: ({ password }) => (password === 'right' ? { id: 'ada', name: 'Ada' } : null),
  }),
  Passkey,
]

/** A browser with a tab at an application that has a gate. */
interface Visit {
  browser: Browser
  place: Place
  tab: Page
}

function nameIn(tab: Page): Promise<unknown> {
  return tab.evaluate(async () => (await (await fetch('/api/auth/session')).json())?.user?.name)
}

/** Tests what every gate does to the forms of the built-in pages. */
export function gatedFormStories(at: () => Visit): void {
  test('checks a password twice, each time with a token of its own', async () => {
    const { place, tab } = at()
    await tab.goto('/api/auth/signin')
    const form = tab.locator('form[action$="/callback/credentials"]')
    const enter = async (password: string) => {
      await tab.evaluate(() => {
        for (const folded of document.querySelectorAll('details')) folded.open = true
      })
      await form.locator('input[name=username]').fill('ada')
      await form.locator('input[name=password]').fill(password)
      await form.locator('button').click()
    }
    await enter('wrong')
    await tab.waitForURL('**error=CredentialsSignin**')
    await enter('right')
    await tab.waitForURL(`${place.origin}/`)
    expect(await nameIn(tab)).toBe('Ada')
  })

  test('signs somebody up with a passkey', async () => {
    const { place, tab } = at()
    const cdp = await tab.context().newCDPSession(tab)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    await addAuthenticator(cdp)
    await tab.goto('/api/auth/signin')
    await tab.click('summary:has-text("New here")')
    await tab.fill('input[name=name]', 'Grace')
    await tab.click('form[data-passkey=register] button')
    await tab.waitForURL(`${place.origin}/`)
    expect(await nameIn(tab)).toBe('Grace')
  })

  test('says why a form is idle where scripts are off', async () => {
    const { browser, place, tab } = at()
    const context = await browser.newContext({ baseURL: place.origin, javaScriptEnabled: false })
    const still = await context.newPage()
    await still.goto('/api/auth/signin')
    expect(await still.textContent('body')).toContain('This form needs JavaScript')
    await context.close()
    await tab.goto('/api/auth/signin')
  })
}
