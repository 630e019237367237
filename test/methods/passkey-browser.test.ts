import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { type Place, serve } from './place.ts'

/** A device with a browser and a place for passkeys of its own. */
interface Device {
  tab: Page
  authenticator: string
  cdp: CDPSession
  close(): Promise<void>
}

describe.runIf(haveChromium('passkeys in a browser'))('in Chromium', { timeout: 60_000 }, () => {
  let browser: Browser
  let place: Place
  let storage: ReturnType<typeof memory>
  const open: BrowserContext[] = []

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    storage = memory()
    const mail = Email({ sendVerificationRequest: () => {} })
    place = await serve({ storage, providers: [Passkey, mail], theme: { name: 'Acme' } })
  })
  afterEach(async () => {
    for (const context of open.splice(0)) await context.close()
    await place.close()
  })

  async function device(
    options: { userVerified?: boolean; present?: boolean } = {},
  ): Promise<Device> {
    const context = await browser.newContext({ baseURL: place.origin })
    open.push(context)
    const tab = await context.newPage()
    const cdp = await context.newCDPSession(tab)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: options.userVerified ?? true,
        automaticPresenceSimulation: options.present ?? true,
      },
    })
    return { tab, cdp, authenticator: authenticatorId, close: () => context.close() }
  }

  async function signUp(tab: Page, name: string) {
    await tab.goto('/api/auth/signin?callbackUrl=/home')
    await tab.getByText('New here?').click()
    await tab.getByLabel('Your name').fill(name)
    await tab.getByRole('button', { name: 'Create a passkey' }).click()
    await tab
      .waitForURL(`${place.origin}/home`, { timeout: 5000 })
      .catch((e) => console.log(e.message.slice(0, 100), tab.url(), place.warnings))
  }

  test('somebody signs up with a passkey, signs out, and is back with the autofill', async () => {
    const { tab, cdp, authenticator } = await device()
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId: authenticator,
      enabled: true,
    })
    await signUp(tab, 'Ada')
    console.log(place.warnings, await (await tab.request.get('/api/auth/session')).json())
    await tab.goto('/api/auth/signout')
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await tab.goto('/api/auth/signin?callbackUrl=/home')
    await tab
      .waitForURL(`${place.origin}/home`, { timeout: 5000 })
      .catch((e) => console.log('no autofill', e.message.slice(0, 80), tab.url()))
    console.log(place.warnings, await (await tab.request.get('/api/auth/session')).json())
    expect(1).toBe(1)
  })
})
