import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Passkey from '../../src/providers/passkey.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { base, evil, idp, plain, program } from '../attacks/stage.ts'
import { addPasskey } from '../methods/ceremonies.ts'
import { origin } from '../setup.ts'
import { destination, enrol, house, withAda } from './house.ts'

const strategies = ['database', 'cookie'] as const

/** The page that somebody asks for. */
function pageOf(browser: TestBrowser, path = '/pay?item=1'): Request {
  return new Request(origin + path, { headers: browser.headers })
}

/** Ada in a browser that is trusted: her session has one factor. */
async function trusting(config: Partial<AuthConfig>) {
  const at = await withAda({}, { providers: [plain, idp, evil, Passkey], ...config })
  const { browser, code, secret } = at
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: await code(secret), trust: 'yes' })
  await browser.signOut()
  at.world.clock.advance('1m')
  await browser.signIn('plain', { as: 'ada' })
  expect((await browser.session())?.amr).toEqual(['fed'])
  return at
}

describe.each(strategies)('a page that needs a second factor (%s sessions)', (strategy) => {
  const session = { strategy }

  test('leads a trusted browser to the step and back, with a new key and a new age', async () => {
    const { auth, browser, code, secret, world } = await trusting({ session })
    await auth.requireSession(pageOf(browser))
    world.clock.advance('2h')
    const refusal = await auth.requireSession(pageOf(browser), { level: 2 }).catch((error) => error)
    expect(refusal).toMatchObject({ code: 'RecentSignInRequired', status: 403 })
    const url = new URL(refusal.url)
    expect(url.origin + url.pathname).toBe(`${base}/step-up`)
    expect(url.searchParams.get('callbackUrl')).toBe(`${origin}/pay?item=1`)
    const page = await (await browser.visit(url.pathname + url.search)).text()
    expect(page).toContain('Confirm it’s you')
    expect(page).not.toContain('sign in again before')
    const thief = browser.clone()
    const callbackUrl = `${origin}/pay?item=1`
    const wrong = await browser.submit(`${base}/step-up`, { code: '000000', callbackUrl })
    expect(destination(wrong)).toContain('/step-up?callbackUrl=')
    const done = await browser.submit(`${base}/step-up`, { code: await code(secret), callbackUrl })
    expect(done.headers.get('location')).toBe(callbackUrl)
    const raised = await auth.requireSession(pageOf(browser), { level: 2, maxAge: 60 })
    expect(raised.amr).toEqual(['fed', 'otp', 'mfa'])
    // Whoever copied the old session does not rise with it.
    await expect(auth.requireSession(pageOf(thief), { level: 2 })).rejects.toMatchObject({
      code: strategy === 'database' ? 'SessionRequired' : 'RecentSignInRequired',
    })
  })

  test('asks again for the factor when the sign-in is old', async () => {
    const { auth, browser, code, secret, world } = await trusting({ session })
    world.clock.advance('2h')
    const old = await auth.requireSession(pageOf(browser), { maxAge: 600 }).catch((error) => error)
    expect(new URL(old.url).pathname).toBe('/api/auth/step-up')
    await browser.submit(`${base}/step-up`, { code: await code(secret) })
    expect(await auth.requireSession(pageOf(browser), { maxAge: 600 })).toBeTruthy()
  })

  test('tells somebody who has no second factor, and lets them set one up and come back', async () => {
    const at = await house({}, { session })
    const { auth, browser, code } = at
    await browser.signIn('plain', { as: 'ada' })
    const refusal = await auth.requireSession(pageOf(browser), { level: 2 }).catch((error) => error)
    const { pathname, search } = new URL(refusal.url)
    const told = await browser.visit(pathname + search)
    expect(told.status).toBe(403)
    const page = await told.text()
    expect(page).toContain('You need a second factor for this')
    const link = /href="([^"]*second-factor-setup[^"]*)"/.exec(page)?.[1]?.replaceAll('&#38;', '&')
    const setup = await (await browser.visit(link ?? '', { accept: 'application/json' })).json()
    const form = { setup: setup.setup, code: await code(setup.secret) }
    const callbackUrl = new URL(link ?? '').searchParams.get('callbackUrl') ?? ''
    const shown = await browser.submit(`${base}/second-factor-setup`, { ...form, callbackUrl })
    const proven = /name="proven" value="([^"]+)"/.exec(await shown.text())?.[1] ?? ''
    const back = await browser.submit(`${base}/second-factor-setup`, { proven, callbackUrl })
    expect(back.headers.get('location')).toBe(`${origin}/pay?item=1`)
    expect(await auth.requireSession(pageOf(browser), { level: 2 })).toBeTruthy()
  })

  test.each([
    'delete',
    'disconnect',
    'removePasskey',
    'removeFactor',
    'link',
    'addPasskey',
    'codes',
    'setup',
  ])('a session with one factor cannot %s, and can after the step', async (act) => {
    const at = await trusting({ session })
    const { auth, browser, storage, userId, code, secret, world } = at
    // Ada has two more ways in.
    await browser.submit(`${base}/step-up`, { code: await code(secret) })
    await browser.signIn('idp', { as: 'ada', link: true })
    expect((await addPasskey(browser)).status).toBe(200)
    const [passkey] = await storage.listAuthenticatorsByUserId(userId)
    await browser.signOut()
    await browser.signIn('plain', { as: 'ada' })
    expect((await browser.session())?.amr).toEqual(['fed'])
    const account = (form: Record<string, string>) =>
      browser.submit(`${base}/account`, form, program)
    const acts: Record<string, () => Promise<{ status: number }>> = {
      delete: () => account({ action: 'delete', confirm: 'yes' }),
      disconnect: () => account({ action: 'disconnect', provider: 'idp' }),
      removePasskey: () => account({ action: 'removePasskey', id: passkey?.credentialID ?? '' }),
      removeFactor: () => account({ action: 'removeFactor', factor: 'totp' }),
      link: () => browser.submit(`${base}/signin/evil`, { link: 'true' }, program),
      addPasskey: () =>
        browser.submit(`${base}/webauthn-options/passkey`, { action: 'register' }, program),
      codes: () => browser.submit(`${base}/recovery-codes`, {}, program),
      setup: () => browser.visit(`${base}/second-factor-setup`, program),
    }
    const before = JSON.stringify([
      await auth.factors.list({ userId }),
      await storage.listAccounts(userId),
    ])
    const refused = (await acts[act]?.()) as Response
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      error: 'RecentSignInRequired',
      url: expect.stringContaining('/api/auth/step-up?'),
    })
    expect(
      JSON.stringify([await auth.factors.list({ userId }), await storage.listAccounts(userId)]),
    ).toBe(before)
    world.clock.advance('1m')
    await browser.submit(`${base}/step-up`, { code: await code(secret) })
    expect((await acts[act]?.())?.status).toBe(200)
  })
})

test('a link that was started with one factor is refused when it comes back', async () => {
  const at = await trusting({})
  const { auth, browser, storage, userId, open } = at
  // Started before there was a factor, finished after it was set up elsewhere.
  await auth.factors.remove({ userId })
  const platform = await browser.start('idp', { link: 'true' })
  const elsewhere = open()
  await elsewhere.signIn('plain', { as: 'ada' })
  await enrol(at, elsewhere)
  const answer = await at.world.decide(platform, { as: 'ada' })
  const back = await browser.visit(new URL(answer.headers.get('location') ?? '').href)
  expect(back.headers.get('location')).toContain('/step-up?error=RecentSignInRequired')
  expect(await storage.listAccounts(userId)).toHaveLength(1)
})

test('a session callback that claims more proves nothing', async () => {
  const { auth, browser } = await house(
    {},
    { callbacks: { session: ({ session }) => ({ ...session, amr: ['mfa'], authTime: 4e9 }) } },
  )
  await browser.signIn('plain', { as: 'ada' })
  await expect(auth.requireSession(browser, { level: 2 })).rejects.toMatchObject({
    code: 'RecentSignInRequired',
  })
})
