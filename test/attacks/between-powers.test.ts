import { describe, expect, test } from 'vitest'
import type { Session } from '../../src/index.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { FromBetterAuth } from '../../src/parts/better-auth.ts'
import { Jwt } from '../../src/parts/jwt.ts'
import { Notices } from '../../src/parts/notices.ts'
import { type OperatorCalls, Operators } from '../../src/parts/operators.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import type { AccessTokenCalls } from '../../src/types/access-tokens.ts'
import type { JwtCalls } from '../../src/types/jwt.ts'
import type { Storage } from '../../src/types/storage.ts'
import { emailHouse } from '../change-email/house.ts'
import { theirSecret } from '../import/better-auth-house.ts'
import { cookieName, keepSession, signed } from '../import/inherited-session.ts'
import { house as jwtHouse, parts as partsOf } from '../jwt/house.ts'
import { house as appHouse, begin, namedIn } from '../native-apps/house.ts'
import { withNoor } from '../operators/house.ts'
import { bearing, house as deviceHouse } from '../parts/device-sign-in/house.ts'
import { enrol, house as factorHouse, withAda } from '../second-factor/house.ts'
import { base, plain } from './stage.ts'

const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? ''

describe('the link "It was not me" of a sign-in', () => {
  test('ends the devices that the intruder approved, and the codes that no device has redeemed', async () => {
    const { auth, storage, userId, clock, newBrowser, platform, ...at } = await deviceHouse({
      parts: [Notices()],
      url: 'https://app.test',
    })
    await storage.updateUser({ id: userId, emailVerified: new Date(clock.now()) })
    clock.advance('1h')
    const intruder = newBrowser()
    await intruder.signIn('github', { as: 'ada' })
    await expect.poll(() => platform.inbox.messages()).toHaveLength(1)
    const link = tokenIn(platform.inbox.messages()[0]?.text)
    const approved = async () => {
      const codes = await at.ask()
      await at.enter(codes.user_code, intruder)
      expect((await at.answer(codes.user_code, 'approve', intruder)).status).toBe(200)
      return codes
    }
    const key = (await at.poll(await approved())).access_token ?? ''
    const waiting = await approved()
    expect((await auth.session(bearing(key)))?.user.id).toBe(userId)
    const done = await newBrowser().submit('/api/auth/notice', { token: link })
    expect(done.status).toBe(200)
    expect(await intruder.session()).toBeNull()
    expect(await at.browser.session()).not.toBeNull()
    expect(await auth.session(bearing(key))).toBeNull()
    expect(await at.poll(waiting)).toMatchObject({ error: 'access_denied' })
    expect(await auth.devices.list({ userId })).toEqual([])
  })
})

describe('a JWT that is issued to an operator who acts as a user', () => {
  const acting = async () => {
    const { clock, ...at } = await withNoor({ parts: [Jwt({ audience: 'api', maxAge: '1h' })] })
    await at.help(at.noor, at.ada)
    return { ...at, clock, jwt: (at.auth as unknown as JwtCalls).jwt }
  }

  test('names the operator (RFC 8693), who is in no claim that code of the application adds', async () => {
    const { jwt, noor, ada, noorId } = await acting()
    const { payload } = partsOf((await jwt.issue(noor)).token)
    expect(payload).toMatchObject({ sub: ada, act: { sub: noorId } })
    const lie = jwt.issue(noor, { claims: { act: { sub: 'nobody' } } })
    await expect(lie).rejects.toMatchObject({ code: 'InvalidRequest' })
  })

  test('ends with the half hour that the operator has', async () => {
    const { jwt, noor, clock } = await acting()
    const session = await noor.session()
    clock.advance('10m')
    const { token, expires } = await jwt.issue(noor)
    expect(expires.getTime()).toBeLessThanOrEqual(Date.parse(session?.expires ?? ''))
    expect(partsOf(token).payload.exp).toBe(expires.getTime() / 1000)
  })
})

/** A storage that lets something happen in front of the next session that is begun, or of the transaction that begins it. */
function interrupted(): Required<Storage> & { meanwhile?: (() => Promise<unknown>) | undefined } {
  const storage: Required<Storage> & { meanwhile?: (() => Promise<unknown>) | undefined } = {
    ...memory(),
  }
  const happen = async () => {
    const { meanwhile } = storage
    storage.meanwhile = undefined
    await meanwhile?.()
  }
  const { createSession, transaction } = storage
  storage.createSession = async (session) => {
    await happen()
    return createSession(session)
  }
  storage.transaction = async (work) => {
    await happen()
    return transaction(work)
  }
  return storage
}

describe('all sessions of a user are ended while one of them', () => {
  test('is raised by a second factor: nobody is signed in afterwards', async () => {
    const storage = interrupted()
    const at = await withAda({}, { storage, session: { strategy: 'database' } })
    const { auth, browser, code, secret, userId, world } = at
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: await code(secret) })
    expect((await browser.session())?.user.id).toBe(userId)
    world.clock.advance('1m')
    storage.meanwhile = () => auth.sessions.endAll({ userId })
    await browser.submit(`${base}/step-up`, { code: await code(secret), callbackUrl: '/' })
    expect(storage.meanwhile).toBeUndefined()
    expect(await browser.session()).toBeNull()
    expect(await storage.listSessions(userId)).toEqual([])
  })

  test('is taken over from Better Auth: nobody is signed in afterwards', async () => {
    const storage = interrupted()
    const at = await deviceHouse({ storage, parts: [FromBetterAuth({ secret: theirSecret })] })
    const { auth, userId, clock } = at
    await keepSession(storage, userId, clock.now())
    const headers = { cookie: `${cookieName}=${signed()}` }
    const ask = () => auth.handler(new Request('https://app.test/api/auth/session', { headers }))
    storage.meanwhile = () => auth.sessions.endAll({ userId })
    await ask()
    expect(storage.meanwhile).toBeUndefined()
    expect(await storage.listSessions(userId)).toEqual([])
    expect(await (await ask()).json()).toBeNull()
  })
})

test('a session of Better Auth is nobody’s while its user is blocked, also if the block came with the import', async () => {
  const { auth, storage, userId, clock } = await deviceHouse({
    parts: [FromBetterAuth({ secret: theirSecret }), Operators()],
  })
  await keepSession(storage, userId, clock.now())
  const headers = new Headers({ cookie: `${cookieName}=${signed()}` })
  expect((await auth.session(headers))?.user.id).toBe(userId)
  const at = new Date(clock.now()).toISOString()
  await storage.updateUser({ id: userId, signInBlock: { at, until: null, reason: null } })
  expect(await auth.session(headers)).toBeNull()
})

test('a new address that was asked for before all sessions were ended is proven by nobody', async () => {
  const { auth, enter, letter, open, storage } = await emailHouse()
  const browser = open()
  const userId = await enter('ada@people.test', browser)
  await auth.users.changeEmail(browser.headers, { email: 'thief@evil.test' })
  const { link, code } = await letter('thief@evil.test')
  await auth.sessions.endAll({ userId })
  const victim = open()
  expect(await enter('ada@people.test', victim)).toBe(userId)
  const page = await (await victim.visit(link)).text()
  expect(page).not.toContain('thief@evil.test')
  const { searchParams } = new URL(link)
  for (const proof of [{ token: searchParams.get('token') ?? '' }, { code }])
    await expect(auth.users.confirmEmail(victim.headers, proof)).rejects.toMatchObject({
      status: expect.toSatisfy((status: number) => status < 500),
    })
  expect((await storage.getUser(userId))?.email).toBe('ada@people.test')
})

test('the page "Continue to Acme as Ada" signs nobody else in to the app, whoever came since in another tab', async () => {
  const { browser, userId } = await appHouse()
  const flow = begin()
  const page = await (
    await browser.visit(`/api/auth/native-start?${new URLSearchParams(flow.query)}`)
  ).text()
  const as = namedIn(page)
  expect(as).toBe(userId)
  await browser.signIn('github', { as: 'noor' })
  const pressed = await browser.submit('/api/auth/native-start', { ...flow.query, as })
  expect(pressed.headers.get('location')).toBeNull()
  expect(await pressed.text()).toContain('Continue to Acme as Noor')
})

test('a bearer wins over the cookie of an operator who acts as somebody, though Operators() stands first', async () => {
  const { auth, noor, ada, noorId, help } = await withNoor()
  await help(noor, ada)
  const { token } = await auth.tokens.create({ userId: noorId }, { name: 'a', scopes: ['read'] })
  const read = (authorization: string) => {
    const headers = new Headers(noor.headers)
    headers.set('authorization', authorization)
    return auth.session(headers, { scopes: ['read'] })
  }
  expect((await read(`Bearer ${token}`))?.user.id).toBe(noorId)
  expect(await read(`Bearer ${token.slice(0, -1)}`)).toBeNull()
  expect((await read('Bearer of another service'))?.user.id).toBe(ada)
  expect((await read('Basic c3RhZ2luZzp4'))?.user.id).toBe(ada)
})

test('an access token gets no JWT, whatever the session callback leaves out', async () => {
  const { auth, userId } = await jwtHouse({
    parts: [AccessTokens({ scopes: ['read'], defaultScopes: ['read'] })],
    callbacks: { session: ({ session: { user, expires } }) => ({ user, expires }) as Session },
  })
  const { tokens } = auth as unknown as AccessTokenCalls
  const { token } = await tokens.create({ userId }, { name: 'a', scopes: ['read'] })
  const headers = new Headers({ authorization: `Bearer ${token}` })
  expect((await auth.session(headers))?.user.id).toBe(userId)
  await expect(auth.jwt.issue(headers)).rejects.toMatchObject({ code: 'AccessDenied' })
})

test('a blocked user is not taken over by the owner of their address, where a step comes after it', async () => {
  const links: string[] = []
  const mail = Email({ sendVerificationRequest: ({ url }) => void links.push(url) })
  const config = { providers: [plain, mail], parts: [Operators()] }
  const at = await factorHouse({ required: () => true }, config)
  const { browser, storage, open } = at
  const auth = at.auth as typeof at.auth & OperatorCalls
  await browser.signIn('plain', { as: 'ada' })
  await enrol(at, browser)
  const { id: userId = '', email } = (await browser.session())?.user ?? {}
  await auth.users.block(userId)
  const blocked = await storage.getUser(userId)
  const items = await storage.listItems({ userId })
  const owner = open()
  await owner.submit(`${base}/signin/email`, { email: email ?? '' })
  const answer = await owner.visit(links.at(-1) ?? '')
  expect(answer.headers.get('location')).toContain('/second-factor-setup')
  expect(await storage.getUser(userId)).toEqual({ ...blocked, email: null, emailVerifiedBy: null })
  expect(await storage.listItems({ userId })).toEqual(items)
  expect((await storage.getUserByEmail(email ?? ''))?.id).not.toBe(userId)
})
