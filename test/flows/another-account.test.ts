import { describe, expect, test } from 'vitest'
import { emulator, google, microsoftEntraId } from '../../src/emulator/index.ts'
import Google from '../../src/providers/google.ts'
import MicrosoftEntraId from '../../src/providers/microsoft-entra-id.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { arrival, origin, type Setup, setup } from '../setup.ts'
import { keys, practice } from '../tiktok/practice.ts'

const settings = '/settings?tab=accounts'

/** Ada is signed in by TikTok, where her browser is known. */
async function ada(): Promise<Setup> {
  const made = await setup({ providers: [TikTok(keys)], storage: memory() }, practice())
  await made.browser.signIn('tiktok', { as: 'ada' })
  return made
}

/** TikTok's answer to a browser that it knows. */
async function answer({ world }: Setup, url: string): Promise<Response> {
  return world.handler(new Request(url, { headers: { cookie: 'practice_tiktok=ada' } }))
}

async function accountsOf({ auth, browser }: Setup): Promise<unknown[]> {
  return auth.accounts.list(browser)
}

describe('a person whom TikTok knows', () => {
  test('is signed in without being asked', async () => {
    const at = await ada()
    const silent = await answer(at, await at.browser.start('tiktok'))
    expect(silent.headers.get('location')).toContain('/api/auth/callback/tiktok?code=')
  })

  test('chooses another account to connect, and has two', async () => {
    const at = await ada()
    const url = await at.browser.start('tiktok', { link: 'true', callbackUrl: settings })
    const page = await answer(at, url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Noor')])
    const back = await arrival(await at.world.decide(url, { as: 'noor' }))
    const done = await at.browser.visit(String(back))
    expect(done.headers.get('location')).toBe(`https://app.test${settings}`)
    expect(await accountsOf(at)).toHaveLength(2)
  })

  test('chooses another account to sign in with, where a form asks for it', async () => {
    const at = await ada()
    const page = await answer(at, await at.browser.start('tiktok', { prompt: 'select_account' }))
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Noor')])
  })
})

describe('an account that is connected already', () => {
  test('is named so in the address of the page that asked', async () => {
    const at = await ada()
    const options = { as: 'ada', link: true, callbackUrl: settings }
    const done = await at.browser.signIn('tiktok', options)
    expect(done.headers.get('location')).toBe(`https://app.test${settings}&error=AlreadyConnected`)
    expect(await accountsOf(at)).toHaveLength(1)
  })

  test('is named so on the built-in account page, in the visitor’s language', async () => {
    const at = await ada()
    const done = await at.browser.signIn('tiktok', { as: 'ada', link: true })
    const { pathname, search } = new URL(done.headers.get('location') ?? '')
    expect(pathname).toBe('/api/auth/account')
    const page = await at.browser.visit(pathname + search)
    expect(await page.text()).toMatch(/role="alert"><strong>That account is already connected/)
  })

  test('is named so to a program', async () => {
    const at = await ada()
    const url = await at.browser.start('tiktok', { link: 'true', callbackUrl: settings })
    const back = await arrival(await at.world.decide(url, { as: 'ada' }))
    const done = await at.browser.visit(String(back), { accept: 'application/json' })
    expect([done.status, await done.json()]).toEqual([
      409,
      expect.objectContaining({ error: 'AlreadyConnected' }),
    ])
  })

  test('is connected again without a word if its tokens had been taken back', async () => {
    const at = await ada()
    await at.auth.accounts.revoke(at.browser, 'tiktok')
    const options = { as: 'ada', link: true, callbackUrl: settings }
    const done = await at.browser.signIn('tiktok', options)
    expect(done.headers.get('location')).toBe(`https://app.test${settings}`)
    expect(await at.auth.accessToken(at.browser, 'tiktok')).toMatch(/^act\./)
  })

  test('has new tokens, and its owner stays signed in', async () => {
    const at = await ada()
    const before = await at.auth.accessToken(at.browser, 'tiktok')
    await at.browser.signIn('tiktok', { as: 'ada', link: true })
    expect((await at.browser.session())?.user.name).toBe('Ada')
    expect(await at.auth.accessToken(at.browser, 'tiktok')).not.toBe(before)
  })
})

/** Somebody signs in, where `prompt` is configured, and starts to connect another account. */
async function connecting(
  make: typeof Google | typeof MicrosoftEntraId,
  practiceOf: typeof google | typeof microsoftEntraId,
  params?: Record<string, string>,
) {
  const redirect_uris = [`${origin}/api/auth/callback/${make.id}`]
  const app = { client_id: keys.clientId, client_secret: keys.clientSecret, redirect_uris }
  const world = await emulator({ platforms: [practiceOf({ apps: [app] })] })
  const provider = make({ ...keys, authorization: { params: { prompt: 'consent' } } })
  const made = await setup({ providers: [provider], storage: memory() }, world)
  await made.browser.signIn(make.id, { as: 'ada' })
  const { url } = await made.auth.link(made.browser, make.id, { ...(params && { params }) })
  const page = await world.handler(new Request(url))
  return { prompt: new URL(url).searchParams.get('prompt'), status: page.status }
}

describe('the choice of accounts', () => {
  test('keeps the consent that brings refresh tokens of Google', async () => {
    const asked = await connecting(Google, google)
    expect(asked).toEqual({ prompt: 'select_account consent', status: 200 })
  })

  test('is the only prompt of Microsoft, which refuses two at once', async () => {
    const asked = await connecting(MicrosoftEntraId, microsoftEntraId)
    expect(asked).toEqual({ prompt: 'select_account', status: 200 })
    const both = { prompt: 'select_account consent' }
    expect(await connecting(MicrosoftEntraId, microsoftEntraId, both)).toMatchObject({
      status: 303,
    })
  })

  test('gives way to what server code asks for', async () => {
    const asked = await connecting(Google, google, { prompt: 'consent' })
    expect(asked.prompt).toBe('consent')
  })
})
