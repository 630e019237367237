import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { addAuthenticator, haveChromium, launch } from '../browser.ts'
import { type Place, serve } from './place.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A browser on a device that keeps passkeys. */
interface Device {
  tab: Page
  cdp: CDPSession
  /** Whether the person touches the device when it asks. */
  touch(yes: boolean): Promise<void>
  user(): Promise<{ id: string; name: string } | undefined>
}

describe.runIf(haveChromium('passkeys in a browser'))('in Chromium', () => {
  let browser: Browser
  let place: Place
  const open: BrowserContext[] = []

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    place = await serve({
      storage: memory(),
      theme: { name: 'Acme', brandColor: '#5b3df5' },
      providers: [
        TikTok({ clientId: 'a', clientSecret: 'b', kit: 'desktop' }),
        Passkey,
        Email({ sendVerificationRequest: () => {} }),
        Credentials({
          credentials: { username: { label: 'User name' }, password: { type: 'password' } },
          authorize: () => null,
        }),
      ],
    })
  })
  afterEach(async () => {
    for (const context of open.splice(0)) await context.close()
    await place.close()
  })

  async function device(): Promise<Device> {
    const context = await browser.newContext({ baseURL: place.origin })
    open.push(context)
    const tab = await context.newPage()
    const cdp = await context.newCDPSession(tab)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    const authenticatorId = await addAuthenticator(cdp)
    return {
      tab,
      cdp,
      async touch(enabled) {
        await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
      },
      user: async () => (await (await tab.request.get('/api/auth/session')).json())?.user,
    }
  }

  async function signUp({ tab }: Device, name = 'Ada') {
    await tab.goto('/api/auth/signin?callbackUrl=/home')
    await tab.getByText('New here?').click()
    await tab.getByLabel('Your name').fill(name)
    await tab.getByRole('button', { name: 'Create a passkey' }).click()
    await tab.waitForURL(`${place.origin}/home`)
  }

  async function signOut({ tab }: Device) {
    await tab.goto('/api/auth/signout')
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await tab.waitForURL(`${place.origin}/`)
  }

  test('beside platforms, a passkey takes their choice to stay signed in', async () => {
    await place.close()
    place = await serve({
      storage: memory(),
      session: { strategy: 'database', remember: 'ask' },
      providers: [TikTok({ clientId: 'a', clientSecret: 'b', kit: 'desktop' }), Passkey],
    })
    const ada = await device()
    await signUp(ada)
    const { tab } = ada
    const staysAfter = async (choice: boolean) => {
      await tab.context().clearCookies()
      await tab.goto('/api/auth/signin?callbackUrl=/home')
      await tab.locator('.stack [name=remember]').setChecked(choice)
      await tab.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await tab.waitForURL(`${place.origin}/home`)
      const cookies = await tab.context().cookies()
      return cookies.find(({ name }) => name.endsWith('session'))?.expires !== -1
    }
    expect([await staysAfter(false), await staysAfter(true)]).toEqual([false, true])
  })

  test('somebody signs up, signs out, and is back by the autofill', async () => {
    const phone = await device()
    await signUp(phone)
    const before = await phone.user()
    expect(before).toMatchObject({ name: 'Ada' })
    await signOut(phone)
    expect(await phone.user()).toBeUndefined()
    // The virtual device chooses the passkey that the autofill offers.
    await phone.tab.goto('/api/auth/signin?callbackUrl=/home')
    await phone.tab.waitForURL(`${place.origin}/home`)
    expect(await phone.user()).toEqual(before)
    expect(place.warnings).toEqual([])
  })

  test('the button signs in too, while the autofill waits', async () => {
    const phone = await device()
    await signUp(phone)
    await signOut(phone)
    const { tab } = phone
    // Autofill as it is when nobody chooses anything from it: it waits until it is told to stop.
    await tab.addInitScript(() => {
      const get = navigator.credentials.get.bind(navigator.credentials)
      navigator.credentials.get = (options) => {
        if (options?.mediation !== 'conditional') return get(options)
        sessionStorage.autofill = 'waits'
        return new Promise((_, reject) => {
          options.signal?.addEventListener('abort', () => {
            sessionStorage.autofill = 'stopped'
            reject(new DOMException('Stopped', 'AbortError'))
          })
        })
      }
    })
    await tab.goto('/api/auth/signin?callbackUrl=/home')
    const autofill = () => tab.evaluate(() => sessionStorage.autofill)
    await expect.poll(autofill).toBe('waits')
    await tab.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await tab.waitForURL(`${place.origin}/home`)
    expect(await autofill()).toBe('stopped')
    expect(await phone.user()).toMatchObject({ name: 'Ada' })
  })

  test('a second passkey is added, named and removed on the account page; the last one stays', async () => {
    const phone = await device()
    await signUp(phone)
    const { tab } = phone
    // A second place for passkeys on the same device.
    await addAuthenticator(phone.cdp, 'usb')
    await tab.goto('/api/auth/account')
    await tab.getByRole('button', { name: 'Add a passkey' }).click()
    const removals = tab.locator('summary', { hasText: 'Remove' })
    await expect.poll(() => removals.count()).toBe(2)
    await tab.getByText('Added to your account').waitFor()
    await tab.getByText('Rename').last().click()
    await tab.getByLabel('New name').last().fill('Key on my ring')
    await tab.getByRole('button', { name: /^Save/ }).last().click()
    await tab.getByText('Key on my ring').first().waitFor()
    await tab.evaluate(axe)
    expect(
      await tab.evaluate<string[]>(
        'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
      ),
    ).toEqual([])
    await tab.locator('li', { hasText: 'Key on my ring' }).locator('summary').last().click()
    await tab.getByText('You won’t be able to sign in with it any more.').last().waitFor()
    await tab.getByRole('button', { name: 'Remove: Key on my ring' }).click()
    await tab.getByText('Removed from your account').waitFor()
    await tab.getByText('This is your only way to sign in').waitFor()
    expect(await removals.count()).toBe(0)
  })

  test('a removed passkey opens nothing, and the person is told', async () => {
    const phone = await device()
    await signUp(phone)
    const id = (await phone.user())?.id ?? ''
    const [passkey] = (await place.auth.passkeys?.list({ userId: id })) ?? []
    await place.auth.users.update(
      { userId: id },
      { email: 'ada@example.com', emailVerified: new Date() },
    )
    await place.auth.passkeys?.remove({ userId: id }, passkey?.id ?? '')
    await signOut(phone)
    await phone.tab.goto('/api/auth/signin')
    await phone.tab.getByText('No account here uses this passkey').waitFor({ timeout: 60_000 })
    expect(await phone.user()).toBeUndefined()
  })

  test('someone who declines can try again', async () => {
    const phone = await device()
    await phone.cdp.send('WebAuthn.disable')
    const { tab } = phone
    await tab.addInitScript(() => {
      navigator.credentials.get = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await tab.goto('/api/auth/signin')
    const button = tab.getByRole('button', { name: 'Sign in with a passkey' })
    await button.click()
    await expect.poll(() => button.isEnabled()).toBe(true)
    expect(tab.url()).toContain('/api/auth/signin')
  })

  test('a button that was declined says so, and works again', async () => {
    const phone = await device()
    await phone.tab.goto('/api/auth/signin')
    const button = phone.tab.getByRole('button', { name: 'Sign in with a passkey' })
    // Nobody has a passkey on this device, so that the browser refuses.
    await button.click()
    await phone.tab.getByRole('alert').waitFor()
    expect(await phone.tab.getByRole('alert').textContent()).toContain('No passkey was used')
    expect(await button.isEnabled()).toBe(true)
  })

  test('someone who declines by keyboard goes on from the button', async () => {
    const { tab } = await device()
    await tab.goto('/api/auth/signin')
    const button = tab.getByRole('button', { name: 'Sign in with a passkey' })
    await button.press('Enter')
    await tab.getByRole('alert').waitFor()
    await expect.poll(() => button.evaluate((own) => own === document.activeElement)).toBe(true)
  })

  test.each(['webauthn-options', 'callback'])(
    'a gateway that answers for %s with JSON of its own leads nowhere',
    async (path) => {
      const phone = await device()
      await signUp(phone)
      await signOut(phone)
      const { tab, touch } = phone
      await touch(false)
      const body = JSON.stringify({ error: 'Bad gateway', message: 'Try later' })
      await tab.route(`**/${path}/*`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 502, contentType: 'application/json', body })
          : route.continue(),
      )
      await tab.goto('/api/auth/signin')
      await tab.waitForLoadState('networkidle')
      await touch(true)
      await tab.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await tab.getByRole('alert').waitFor()
      expect(tab.url()).toBe(`${place.origin}/api/auth/signin`)
    },
  )

  test('a page that offers passkeys stays where it is while they cannot be offered', async () => {
    const { tab } = await device()
    const asked: string[] = []
    await tab.route('**/webauthn-options/*', (route) => {
      asked.push(route.request().url())
      const url = `${place.origin}/api/auth/error?error=StorageError`
      const body = JSON.stringify({ error: 'StorageError', message: 'Down', url })
      return route.fulfill({ status: 503, contentType: 'application/json', body })
    })
    await tab.goto('/api/auth/signin')
    await expect.poll(() => asked.length).toBe(1)
    await tab.waitForLoadState('networkidle')
    expect(tab.url()).toBe(`${place.origin}/api/auth/signin`)
    // Whoever asks for it is told.
    await tab.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await tab.waitForURL('**/error?error=StorageError')
  })

  test('a button in a browser without passkeys says so', async () => {
    const phone = await device()
    await phone.tab.addInitScript(() => {
      Reflect.deleteProperty(window, 'PublicKeyCredential')
      Object.defineProperty(navigator, 'credentials', { value: undefined })
    })
    await phone.tab.goto('/api/auth/signin')
    await phone.tab.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await phone.tab.getByRole('alert').waitFor()
    expect(await phone.tab.getByRole('alert').textContent()).toContain('doesn’t support passkeys')
  })

  test('everything together on the sign-in page: the policy lets the module run, and axe finds nothing', async () => {
    const { tab, touch } = await device()
    await touch(false)
    const blocked: string[] = []
    tab.on('console', (message) => message.type() === 'error' && blocked.push(message.text()))
    await tab.goto('/api/auth/signin')
    // Of two forms, one is folded away.
    await tab.getByText('Use a password instead').click()
    for (const name of [
      'Continue with TikTok',
      'Sign in with a passkey',
      'Email me a link',
      'Sign in',
    ]) {
      expect(await tab.getByRole('button', { name, exact: true }).count()).toBe(1)
    }
    await tab.getByText('New here?').click()
    await tab.evaluate(axe)
    const found = await tab.evaluate<string[]>(
      'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
    )
    expect([found, blocked]).toEqual([[], []])
  })
})
