import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { createStorage } from 'unstorage'
import { describe, expect, test } from 'vitest'
import { emulator, oidc } from '../../src/emulator/index.ts'
import { signJwt } from '../../src/emulator/jwt.ts'
import type { AuthConfig } from '../../src/index.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { addPasskey, begin, post } from '../methods/ceremonies.ts'
import { OnPaper } from '../methods/paper/paper.ts'
import { softKey } from '../methods/soft-key.ts'
import { arrival, origin, setup } from '../setup.ts'
import { base, errorOf, idp, plain, program, stage } from './stage.ts'

const strategies = ['database', 'cookie'] as const

function requestOf(browser: TestBrowser): Request {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return new Request(origin, { headers: { cookie } })
}

/** Noor signed in two hours ago, and somebody has stolen her session since. */
async function stolen(config: Partial<AuthConfig> = {}) {
  const links: string[] = []
  const email = Email({ sendVerificationRequest: ({ url }) => void links.push(url) })
  const at = await stage({ providers: [plain, idp, Passkey, email, OnPaper()], ...config })
  await at.browser.signIn('plain', { as: 'noor' })
  const userId = (await at.browser.session())?.user.id ?? ''
  at.world.clock.advance('2h')
  const ways = async () => ({
    accounts: (await at.storage.listAccounts(userId)).map(({ provider }) => provider),
    passkeys: (await at.storage.listAuthenticatorsByUserId(userId)).length,
    email: (await at.storage.getUser(userId))?.emailVerified ?? null,
  })
  return { ...at, thief: at.browser.clone(), userId, links, ways }
}

type Stolen = Awaited<ReturnType<typeof stolen>>

/** Each way to add something that signs in, by whoever holds the session; returns the error's code. */
const additions: Record<string, (at: Stolen) => Promise<unknown>> = {
  'a platform, by the form of the account page': async ({ thief }) =>
    errorOf(await thief.submit(`${base}/signin/idp`, { link: 'true' })),
  'a platform, by a program': async ({ thief }) =>
    (await (await thief.submit(`${base}/signin/idp`, { link: 'true' }, program)).json()).error,
  'a platform, by server code': ({ auth, thief }) =>
    auth.link(requestOf(thief), 'idp').then(
      () => null,
      ({ code }) => code,
    ),
  'a passkey': async ({ thief }) =>
    (await post(thief, 'webauthn-options/passkey', { action: 'register' })).body.error,
  'a passkey, by a link': async ({ thief }) =>
    (await post(thief, 'signin/passkey', { link: true })).body.error,
  'an address': async ({ thief }) => {
    const form = { email: 'thief@evil.test', link: 'true' }
    return (await (await thief.submit(`${base}/signin/email`, form, program)).json()).error
  },
  'codes of a method that is not ours': async ({ thief }) =>
    (await post(thief, 'print-codes/paper', {})).body.error,
}

const cases = strategies.flatMap((strategy) =>
  Object.entries(additions).map(([what, add]) => [what, strategy, add] as const),
)

test.each(cases)(
  'a stolen session that is old gets RecentSignInRequired for adding %s (%s)',
  async (_, strategy, add) => {
    const at = await stolen({ session: { strategy } })
    const before = await at.ways()
    expect(await at.thief.session()).not.toBeNull()
    expect(await add(at)).toBe('RecentSignInRequired')
    expect([await at.ways(), at.links]).toEqual([before, []])
  },
)

test.each(strategies)(
  'the thief’s account stays the thief’s own, and removing the owner’s answers NotFound (%s)',
  async (strategy) => {
    const at = await stolen({ session: { strategy } })
    await at.thief.signIn('idp', { as: 'eve', link: true })
    expect(await at.ways()).toMatchObject({ accounts: ['plain'] })
    // The thief’s own account is the thief’s own user, whose sign-in is recent for nobody else.
    await at.thief.signIn('idp', { as: 'eve' })
    expect((await at.thief.session())?.user.id).not.toBe(at.userId)
    const form = { action: 'disconnect', provider: 'plain' }
    const answer = await at.thief.submit(`${base}/account`, form, program)
    expect((await answer.json()).error).toBe('NotFound')
    expect(await at.ways()).toMatchObject({ accounts: ['plain'] })
  },
)

const begun: Record<string, (at: Stolen) => Promise<unknown>> = {
  'a platform': async (at) => {
    const url = await at.browser.start('idp', { link: 'true' })
    at.world.clock.advance('5m')
    const back = await arrival(await at.world.decide(url, { as: 'noor' }))
    return errorOf(await at.browser.visit(String(back)))
  },
  'a passkey': async (at) => {
    const options = await begin(at.browser, 'register')
    at.world.clock.advance('5m')
    const data = softKey(origin).create(options)
    return (await post(at.browser, 'callback/passkey', { action: 'register', data })).body.error
  },
  'an address': async (at) => {
    await at.browser.submit(`${base}/signin/email`, { email: 'noor@new.test', link: 'true' })
    at.world.clock.advance('5m')
    return errorOf(await at.browser.visit(at.links[0] ?? ''))
  },
}

test.each(Object.entries(begun))(
  '%s that was begun in the hour gets RecentSignInRequired after it',
  async (_, add) => {
    const at = await stolen()
    await at.browser.signIn('plain', { as: 'noor' })
    at.world.clock.advance('58m')
    const before = await at.ways()
    expect(await add(at)).toBe('RecentSignInRequired')
    expect(await at.ways()).toEqual(before)
  },
)

describe('a person who signs in again', () => {
  test('is led to the sign-in page, back to where they were, and can then connect', async () => {
    const { browser, world, ways } = await stolen()
    const wish = { link: 'true', callbackUrl: `${base}/account` }
    const refused = await browser.submit(`${base}/signin/idp`, wish)
    const page = new URL(refused.headers.get('location') ?? '')
    expect([page.pathname, page.searchParams.get('error')]).toEqual([
      '/api/auth/signin',
      'RecentSignInRequired',
    ])
    const callbackUrl = page.searchParams.get('callbackUrl') ?? ''
    expect(await (await browser.visit(page.href)).text()).toContain('Please sign in again first')
    const back = await browser.signIn('plain', { as: 'noor', callbackUrl })
    expect(back.headers.get('location')).toBe(`${base}/account`)
    await browser.signIn('idp', { as: 'noor', link: true })
    expect(await ways()).toMatchObject({ accounts: ['plain', 'idp'] })
    world.clock.advance('1h')
    expect(errorOf(await browser.submit(`${base}/signin/idp`, wish))).toBe('RecentSignInRequired')
  })

  test('can then add a passkey, an address and codes', async () => {
    const at = await stolen()
    await at.browser.signIn('plain', { as: 'noor' })
    expect((await addPasskey(at.browser)).status).toBe(200)
    await at.browser.submit(`${base}/signin/email`, { email: 'noor@new.test', link: 'true' })
    await at.browser.visit(at.links[0] ?? '')
    expect((await post(at.browser, 'print-codes/paper', {})).status).toBe(200)
    expect(await at.ways()).toMatchObject({ passkeys: 1, email: expect.any(Date) })
  })

  test('is sent to the sign-in page by the passkey button of the account page', async () => {
    const at = await stolen()
    const wish = { action: 'register', callbackUrl: `${base}/account` }
    const { status, body } = await post(at.browser, 'webauthn-options/passkey', wish)
    const page = new URL(body.url)
    expect([status, page.pathname, page.searchParams.get('callbackUrl')]).toEqual([
      403,
      '/api/auth/signin',
      `${base}/account`,
    ])
  })

  test('can do so by a passkey, also where the page does not say which ceremony it wants', async () => {
    const at = await stolen()
    const key = softKey(origin)
    await at.browser.signIn('plain', { as: 'noor' })
    await addPasskey(at.browser, key)
    at.world.clock.advance('2h')
    const { body } = await post(at.browser, 'signin/passkey', {})
    expect(body.action).toBe('authenticate')
    const data = key.get(body.options)
    expect((await post(at.browser, 'callback/passkey', { data })).status).toBe(200)
    expect((await addPasskey(at.browser)).status).toBe(200)
  })
})

test('with an Auth.js adapter, whose sessions cannot tell when somebody signed in, it is an hour too', async () => {
  const storage = fromAdapter(UnstorageAdapter(createStorage()) as never)
  const at = await stage({ providers: [plain, idp], storage, session: { strategy: 'database' } })
  await at.browser.signIn('plain', { as: 'noor' })
  const userId = (await at.browser.session())?.user.id ?? ''
  at.world.clock.advance('59m')
  expect(errorOf(await at.browser.signIn('idp', { as: 'noor', link: true }))).toBeNull()
  at.world.clock.advance('2m')
  const again = await at.browser.submit(`${base}/signin/plain`, { link: 'true' })
  expect(errorOf(again)).toBe('RecentSignInRequired')
  await at.browser.signIn('plain', { as: 'noor' })
  expect(errorOf(await at.browser.signIn('idp', { as: 'eve', link: true }))).toBeNull()
  expect((await at.browser.session())?.user.id).toBe(userId)
})

test('with an Auth.js adapter, the cookie of one session makes no other one recent', async () => {
  const storage = fromAdapter(UnstorageAdapter(createStorage()) as never)
  const at = await stage({ providers: [plain, idp], storage, session: { strategy: 'database' } })
  await at.browser.signIn('plain', { as: 'noor' })
  const old = at.browser.clone()
  at.world.clock.advance('2h')
  const own = at.open()
  await own.signIn('plain', { as: 'eve' })
  const mixed = new Map([
    ...own.cookies,
    ...[...old.cookies].filter(([name]) => /session/.test(name)),
  ])
  const cookie = [...mixed].map((pair) => pair.join('=')).join('; ')
  const request = new Request(origin, { headers: { cookie } })
  expect((await at.auth.session(request))?.user.name).toBe((await old.session())?.user.name)
  const refused = at.auth.link(request, 'idp')
  await expect(refused).rejects.toMatchObject({ code: 'RecentSignInRequired' })
})

test('a platform that has known somebody for days is asked to make sure of them again', async () => {
  let proven = Date.UTC(2026, 5, 1) / 1000
  const platform = oidc({
    id: 'idp',
    issuer: 'https://idp.test',
    algorithm: 'ES256',
    mint: ({ claims, key }) => {
      const header = { alg: key.algorithm, kid: key.kid }
      const told = { ...claims, auth_time: proven }
      return signJwt(header, told, key.algorithm, key.pair.privateKey)
    },
  })
  const world = await emulator({ platforms: [platform], now: proven * 1000 })
  const at = await setup(
    { providers: [idp, Passkey], storage: memory({ now: world.clock.now }) },
    world,
  )
  world.clock.advance('3h')
  const first = new URL(await at.browser.start('idp'))
  expect(first.searchParams.get('max_age')).toBeNull()
  await at.browser.signIn('idp', { as: 'ada' })
  const refused = await post(at.browser, 'webauthn-options/passkey', { action: 'register' })
  expect(refused.body.error).toBe('RecentSignInRequired')
  const url = await at.browser.start('idp')
  expect(Number(new URL(url).searchParams.get('max_age'))).toBeLessThan(3600)
  // It does as it is asked (OpenID Connect Core §3.1.2.1).
  proven = world.clock.now() / 1000
  await at.browser.visit(String(await arrival(await world.decide(url, { as: 'ada' }))))
  expect((await addPasskey(at.browser)).status).toBe(200)
})

test('a platform is asked for a newer sign-in than the one that requireSession refused', async () => {
  const at = await stage()
  await at.browser.signIn('idp', { as: 'ada' })
  const asked = async () => new URL(await at.browser.start('idp')).searchParams.get('max_age')
  // Somebody who has just come may have taken the wrong account.
  expect(await asked()).toBeNull()
  at.world.clock.advance('20m')
  expect(await asked()).toBe('600')
  at.world.clock.advance('3h')
  expect(await asked()).toBe('900')
})
