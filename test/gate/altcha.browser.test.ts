import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Altcha } from '../../src/parts/altcha.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import { addAuthenticator, haveChromium, launch } from '../browser.ts'
import { type Place, serve } from '../methods/place.ts'

describe.runIf(haveChromium('ALTCHA in a browser'))('in Chromium', () => {
  let browser: Browser
  let place: Place
  let tab: Page
  let mails: string[]
  let hosts: Set<string>

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    mails = []
    hosts = new Set()
    place = await serve({
      storage: memory(),
      session: { strategy: 'cookie' },
      parts: [Altcha({ cost: 500 })],
      providers: [
        Email({ sendVerificationRequest: ({ identifier }) => void mails.push(identifier) }),
        Credentials({
          credentials: { username: { label: 'User name' }, password: { type: 'password' } },
          authorize: ({ password }) => (password === 'right' ? { id: 'ada', name: 'Ada' } : null),
        }),
        Passkey,
      ],
    })
    tab = await browser.newPage({ baseURL: place.origin })
    tab.setDefaultTimeout(20_000)
    tab.setDefaultNavigationTimeout(20_000)
    tab.on('request', (request) => void hosts.add(new URL(request.url()).origin))
  })
  afterEach(async () => {
    await tab.context().close()
    await place.close()
    expect([...hosts]).toEqual([place.origin])
  })

  const name = () =>
    tab.evaluate(async () => (await (await fetch('/api/auth/session')).json())?.user?.name)

  test('sends a mail, and another one, after some work and without another host', async () => {
    await tab.goto('/api/auth/signin')
    await tab.fill('input[name=email]', 'ada@example.com')
    await tab.click('form[action$="/signin/email"] button')
    await tab.waitForURL('**/verify-request**')
    expect(mails).toEqual(['ada@example.com'])
    await tab.click('button.plain')
    await tab.waitForURL('**sent=again**')
    expect(mails).toHaveLength(2)
  })

  test('checks a password twice, each time with a token of its own', async () => {
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
    expect(await name()).toBe('Ada')
  })

  test('signs somebody up with a passkey', async () => {
    const cdp = await tab.context().newCDPSession(tab)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    await addAuthenticator(cdp)
    await tab.goto('/api/auth/signin')
    await tab.click('summary:has-text("New here")')
    await tab.fill('input[name=name]', 'Grace')
    await tab.click('form[data-passkey=register] button')
    await tab.waitForURL(`${place.origin}/`)
    expect(await name()).toBe('Grace')
  })

  test('says why a form is idle where scripts are off', async () => {
    const context = await browser.newContext({ baseURL: place.origin, javaScriptEnabled: false })
    const still = await context.newPage()
    await still.goto('/api/auth/signin')
    expect(await still.textContent('body')).toContain('This form needs JavaScript')
    await context.close()
    await tab.goto('/api/auth/signin')
  })
})
