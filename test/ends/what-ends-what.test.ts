import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { AuthError, type OutgoingMail, type Storage } from '../../src/index.ts'
import { jwtVerifier } from '../../src/jwt.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { FromBetterAuth } from '../../src/parts/better-auth.ts'
import { ChangeEmail, type ChangeEmailCalls } from '../../src/parts/change-email.ts'
import { DeviceSignIn } from '../../src/parts/device-sign-in.ts'
import { Jwt } from '../../src/parts/jwt.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { Notices } from '../../src/parts/notices.ts'
import { type OperatorCalls, Operators } from '../../src/parts/operators.ts'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import type { AccessTokenCalls } from '../../src/types/access-tokens.ts'
import type { JwtCalls } from '../../src/types/jwt.ts'
import { idp, outside, plain } from '../attacks/stage.ts'
import { theirSecret } from '../import/better-auth-house.ts'
import { cookieName, keepSession, signed } from '../import/inherited-session.ts'
import { apps, begin, codeIn, exchange, goOn } from '../native-apps/house.ts'
import { Terms } from '../parts/terms/terms.ts'
import { type Setup, setup } from '../setup.ts'
import { type Act, type Ends, type Thing, whatEndsWhat } from './table.ts'

const email = 'ada@people.test'
const newEmail = 'ada@new.test'
const wished = 'ada@wished.test'
const password = 'seven old boats at noon'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const personas = [
  { id: 'ada', name: 'Ada', email },
  { id: 'owner', name: 'Owner', email, email_verified: true },
]

/** Ada, who claims an address, is signed in; her cookies were copied; another browser of hers waits for a step, a reset is open. */
async function house(strategy: 'database' | 'cookie', storage: Required<Storage> = memory()) {
  const world = await outside(personas)
  const linking = { ...idp, allowDangerousEmailAccountLinking: true }
  const links: string[] = []
  const send = ({ text }: OutgoingMail) => void links.push(/https:\S+/.exec(text)?.[0] ?? '')
  const tokens = AccessTokens({ scopes: ['read'] })
  const jwts = Jwt({ audience: 'api' })
  const inherits = FromBetterAuth({ secret: theirSecret })
  const devices = DeviceSignIn({ clients: { tv: 'TV' } })
  // The key of an app has a stored session, and without those there is none.
  const native = strategy === 'database' ? [NativeApps(apps)] : []
  const letters: OutgoingMail[] = []
  const emails = ChangeEmail({ send: (mail) => void letters.push(mail) })
  const parts = [
    ...[SecondFactor(), Terms({ version: '1' }), Notices({ send })],
    ...[tokens, inherits, devices, jwts, emails, Operators(), ...native],
  ]
  const resets: string[] = []
  const passwords = Password({ send: ({ secrets: [token = ''] }) => void resets.push(token) })
  const config = { providers: [plain, linking, passwords], parts, storage, session: { strategy } }
  const at = await setup(config, world)
  const { browser } = at
  const auth = at.auth as typeof at.auth &
    FactorCalls &
    AccessTokenCalls &
    ChangeEmailCalls &
    OperatorCalls &
    JwtCalls
  await browser.signIn('plain', { as: 'ada' })
  await accept(browser)
  const userId = (await browser.session())?.user.id ?? ''
  await keepSession(storage, userId, at.world.clock.now())
  const copy = browser.clone()
  const jwt = (await auth.jwt.issue(browser)).token
  await auth.users.changeEmail(browser.headers, { email: wished })
  const proof = codeOf(letters.at(-1))
  const code = await approvedCode(at, userId)
  const key = await redeem(at, await approvedCode(at, userId))
  await browser.submit('/api/auth/account', { action: 'withdrawTerms' })
  const waiting = at.open()
  await waiting.signIn('plain', { as: 'ada' })
  await prove(storage, userId, new Date())
  await auth.passwords.set({ userId }, password)
  await at.open().submit('/api/auth/callback/password', { action: 'forgot', email })
  await expect.poll(() => resets).toHaveLength(1)
  await prove(storage, userId, null)
  const [account] = await storage.listAccounts(userId)
  expect(account?.access_token).toBeTruthy()
  const reset = resets[0] ?? ''
  const made = await auth.tokens.create({ userId }, { name: 'CI', scopes: ['read'] })
  const bearer = new Headers({ authorization: `Bearer ${made.token}` })
  const device = new Headers({ authorization: `Bearer ${key}` })
  const appKey = strategy === 'database' ? await signInApp(at) : ''
  const keys = { bearer, device, code, jwt, appKey, proof, token: account?.access_token }
  const rest = { copy, waiting, links, letters, reset, ...keys }
  const trusted: TestBrowser | undefined = undefined
  return { ...at, auth, storage, userId, ...rest, trusted: trusted as TestBrowser | undefined }
}

/** The code in a mail. */
function codeOf(letter: OutgoingMail | undefined): string {
  return (
    /(\d{3}) (\d{3})/
      .exec(letter?.text ?? '')
      ?.slice(1)
      .join('') ?? ''
  )
}

/** The code of a device that Ada has approved, and that the device has not redeemed yet. */
async function approvedCode({ auth, browser }: Setup, as: string): Promise<string> {
  const codes = await ask(auth, 'code', {})
  const user_code = String(codes.user_code)
  await browser.submit('/api/auth/device', { user_code })
  const done = await browser.submit('/api/auth/device', { user_code, answer: 'approve', as })
  expect(done.status).toBe(200)
  return String(codes.device_code)
}

/** The key that a device gets for its code; empty if it gets none. */
async function redeem({ auth }: Pick<Setup, 'auth'>, device_code: string): Promise<string> {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  return String((await ask(auth, 'token', { grant_type, device_code })).access_token ?? '')
}

async function ask(auth: Setup['auth'], path: string, form: Record<string, string>) {
  const body = new URLSearchParams({ client_id: 'tv', ...form })
  const address = `https://app.test/api/auth/device/${path}`
  const response = await auth.handler(new Request(address, { method: 'POST', body }))
  return (await response.json()) as Record<string, unknown>
}

/** The key of an app that is signed in as whoever is in the browser. */
async function signInApp({ auth, browser }: Setup): Promise<string> {
  const flow = begin()
  const form = exchange(flow, codeIn(await goOn(browser, flow)))
  const address = 'https://app.test/api/auth/native-token'
  const body = new URLSearchParams(form)
  const { access_token } = await (
    await auth.handler(new Request(address, { method: 'POST', body }))
  ).json()
  return access_token
}

/** A browser of Ada's that is not asked for her second factor. */
async function trustingBrowser({ auth, open, userId }: House): Promise<TestBrowser> {
  await auth.factors.importTotp({ userId }, { secret })
  const [code = ''] = await auth.factors.renewRecoveryCodes({ userId })
  const trusted = open()
  await trusted.signIn('plain', { as: 'ada' })
  await trusted.submit('/api/auth/second-factor', { code, trust: 'yes' })
  expect(await isAsked(trusted)).toBe(false)
  return trusted
}

/** Whether a sign-in of Ada's leads to her second factor. */
async function isAsked(browser: TestBrowser): Promise<boolean> {
  const { headers } = await browser.signIn('plain', { as: 'ada' })
  return headers.get('location')?.endsWith('/api/auth/second-factor') ?? true
}

/** Takes the steps that are asked for after a password, or a link: the second factor of whoever has one, then the terms. */
async function takeSteps({ auth, userId }: House, browser: TestBrowser): Promise<void> {
  const { factors } = await auth.factors.list({ userId })
  if (factors.length > 0) {
    const [code = ''] = await auth.factors.renewRecoveryCodes({ userId })
    await browser.submit('/api/auth/second-factor', { code })
  }
  await accept(browser)
}

const prove = (storage: Required<Storage>, id: string, emailVerified: Date | null) =>
  storage.updateUser({ id, email, emailVerified })

/** Chooses a password by the link that was mailed. */
async function useReset(at: House, password: string) {
  const { open, storage, userId, reset: token } = at
  const user = await storage.getUser(userId)
  if (user && user.email !== newEmail) await prove(storage, userId, new Date())
  const browser = open()
  await browser.submit('/api/auth/callback/password', { token, password })
  if (user) await takeSteps(at, browser)
  return browser
}

type House = Awaited<ReturnType<typeof house>>

const accept = (browser: TestBrowser) => browser.submit('/api/auth/terms', {})

/** Ada signs in with her password and changes her address; returns the link that takes it back. */
async function changeAddress(at: House): Promise<string> {
  const { auth, open, storage, userId, letters, world } = at
  // What the owner has is older than the change.
  world.clock.advance('1s')
  await prove(storage, userId, new Date())
  const other = open()
  await other.submit('/api/auth/callback/password', { email, password })
  await takeSteps(at, other)
  await auth.users.changeEmail(other.headers, { email: newEmail })
  await auth.users.confirmEmail(other.headers, { code: codeOf(letters.at(-1)) })
  expect((await storage.getUser(userId))?.email).toBe(newEmail)
  const told = letters.findLast(({ to }) => to === email)
  return /https:\S+/.exec(told?.text ?? '')?.[0] ?? ''
}

const acts: Record<Act, (at: House) => Promise<unknown>> = {
  'sign out': ({ browser }) => browser.signOut(),
  'sign out everywhere': ({ auth, userId }) =>
    auth.sessions.endAll({ userId }).catch(({ code }) => expect(code).toBe('Unsupported')),
  async takeover({ open }) {
    const owner = open()
    await owner.signIn('idp', { as: 'owner' })
    await accept(owner)
    expect(await owner.session()).not.toBeNull()
  },
  async 'not me'({ auth, storage, open, links, userId }) {
    await storage.updateUser({ id: userId, emailVerified: new Date() })
    await auth.users.update({ userId }, { email: 'eve@people.test' })
    const token = new URL(links.at(-1) ?? '').searchParams.get('token') ?? ''
    expect((await open().submit('/api/auth/notice', { token })).status).toBe(200)
  },
  async 'password change'(at) {
    const other = at.open()
    await other.submit('/api/auth/callback/password', { email, password })
    await takeSteps(at, other)
    const form = { current: password, password: 'nine green lamps in fog' }
    const changed = await other.submit('/api/auth/password', form)
    expect(changed.headers.get('location')).toContain('/api/auth/account')
    expect(await other.session()).not.toBeNull()
  },
  async 'password reset'(at) {
    const browser = await useReset(at, 'nine green lamps in fog')
    expect(await isSignedIn(browser, at.userId)).toBe(true)
  },
  async unlink({ auth, storage, userId }) {
    const other = { provider: 'idp', providerAccountId: 'other', type: 'oidc' as const, userId }
    await storage.linkAccount(other)
    await auth.accounts.unlink({ userId }, 'plain')
  },
  revoke: ({ auth, userId }) => auth.accounts.revoke({ userId }, 'plain'),
  deletion: ({ auth, userId }) => auth.users.delete({ userId }),
  'address change': changeAddress,
  async 'address taken back'(at) {
    const link = new URL(await changeAddress(at))
    const token = link.searchParams.get('token') ?? ''
    const back = await at.open().submit(link.pathname, { token })
    expect(back.status).toBe(200)
  },
  block: ({ auth, userId }) => auth.users.block(userId),
  async 'factor change'({ auth, userId }) {
    await auth.factors.remove({ userId })
    await auth.factors.importTotp({ userId }, { secret })
  },
}

/** Each thing: where sessions are for it, and whether it still lets somebody be that user. */
const things: Record<Thing, ['database' | 'cookie', (at: House) => Promise<boolean>]> = {
  'stored session': ['database', ({ browser, userId }) => isSignedIn(browser, userId)],
  'cookie session': ['cookie', ({ browser, userId }) => isSignedIn(browser, userId)],
  'copied cookie': ['cookie', ({ copy, userId }) => isSignedIn(copy, userId)],
  'pending step': [
    'database',
    async ({ waiting, userId }) => {
      await accept(waiting)
      return isSignedIn(waiting, userId)
    },
  ],
  'platform tokens': [
    'database',
    async ({ storage, userId, token }) =>
      (await storage.listAccounts(userId)).some(({ access_token }) => access_token === token),
  ],
  'access token': [
    'database',
    async ({ auth, bearer, userId }) =>
      (await auth.session(bearer, { scopes: ['read'] }))?.user.id === userId,
  ],
  device: [
    'database',
    async ({ auth, device, userId }) => (await auth.session(device))?.user.id === userId,
  ],
  'device code': ['database', async (at) => (await redeem(at, at.code)) !== ''],
  'issued JWT': [
    'database',
    async ({ auth, jwt, userId, world }) => {
      const service = jwtVerifier({
        issuer: 'https://app.test/api/auth',
        audience: 'api',
        now: world.clock.now,
        clockTolerance: 0,
        fetch: async (input, init) => auth.handler(new Request(input as string, init)),
      })
      return service.verify(jwt).then(
        ({ sub }) => sub === userId,
        () => false,
      )
    },
  ],
  'app key': [
    'database',
    async ({ auth, appKey, userId }) =>
      (await auth.session(new Headers({ authorization: `Bearer ${appKey}` })))?.user.id === userId,
  ],
  'open reset': ['database', isResetOpen],
  'inherited session': [
    'database',
    async ({ auth, userId }) => {
      const cookie = `${cookieName}=${signed()}`
      return (await auth.session(new Headers({ cookie })))?.user.id === userId
    },
  ],
  'asked address': [
    'database',
    async ({ auth, storage, userId, proof, copy, world }) => {
      // Whatever became of her ways in: who proves the address is signed in as her.
      const [name] = /[^;= ]*portico\.session(?==)/.exec(copy.headers.get('cookie') ?? '') ?? []
      const key = randomBytes(32).toString('base64url')
      const sessionToken = createHash('sha256').update(key).digest('base64url')
      const now = world.clock.now()
      const times = { createdAt: new Date(now), lastUsedAt: new Date(now), authTime: now / 1000 }
      const expires = new Date(now + 3_600_000)
      if (!(await storage.getUser(userId))) return false
      await storage.createSession({ sessionToken, userId, expires, ...times })
      const headers = new Headers({ cookie: `${name}=${key}` })
      expect((await auth.session(headers))?.user.id).toBe(userId)
      await auth.users.confirmEmail(headers, { code: proof }).catch(() => undefined)
      return (await storage.getUser(userId))?.email === wished
    },
  ],
  'trusted browser': [
    'database',
    async ({ auth, storage, userId, trusted }) => {
      const { trustedBrowsers } = await auth.factors.list({ userId })
      if (!trusted || trustedBrowsers.length === 0) return false
      // Whatever became of her account: only who has a first factor is asked for a second.
      const account = { provider: 'plain', providerAccountId: 'p-ada', userId }
      const isKnown = (await storage.listAccounts(userId)).some((one) => one.provider === 'plain')
      if (!isKnown) await storage.linkAccount({ ...account, type: 'oauth' })
      return !(await isAsked(trusted))
    },
  ],
}

/** The link that was mailed still sets a password. */
async function isResetOpen(at: House): Promise<boolean> {
  return isSignedIn(await useReset(at, 'one more password to try'), at.userId)
}

async function isSignedIn(browser: TestBrowser, userId: string): Promise<boolean> {
  return (await browser.session())?.user.id === userId
}

/** Whoever looks whether these still work uses them up. */
const usedUp: readonly Thing[] = ['pending step', 'open reset', 'device code']

/** Whoever looks at any other thing changes nothing, so one house serves for all of them; a trusted browser changes what its user must do. */
const needsOwnHouse: readonly Thing[] = [...usedUp, 'trusted browser']

/** Whether a thing still works: right after the act, where it is clear by then, and after 301 seconds, where it was not used up. */
type Look = readonly [now: boolean | undefined, later: boolean | undefined]

/** Does what is told of in a house, and looks at these things in it. */
async function lookAfter(
  act: Act,
  some: readonly Thing[],
  storage?: Required<Storage>,
): Promise<ReadonlyMap<Thing, Look>> {
  const [strategy] = things[some[0] as Thing]
  const at = await house(strategy, storage)
  if (some.includes('trusted browser')) at.trusted = await trustingBrowser(at)
  await acts[act](at)
  const now = new Map<Thing, boolean>()
  for (const thing of some) {
    if (whatEndsWhat[act][thing] !== 'within 300 s') now.set(thing, await things[thing][1](at))
  }
  at.world.clock.advance('301s')
  const looks = new Map<Thing, Look>()
  for (const thing of some) {
    const later = usedUp.includes(thing) ? undefined : await things[thing][1](at)
    looks.set(thing, [now.get(thing), later])
  }
  return looks
}

const shared = new Map<string, ReturnType<typeof lookAfter>>()

/** Looks at one thing after an act, together with those that can share its house. */
async function look(act: Act, thing: Thing): Promise<Look | undefined> {
  if (needsOwnHouse.includes(thing)) return (await lookAfter(act, [thing])).get(thing)
  const [strategy] = things[thing]
  const key = `${act}, ${strategy}`
  const some = (Object.keys(things) as Thing[]).filter(
    (other) => things[other][0] === strategy && !needsOwnHouse.includes(other),
  )
  const looks = shared.get(key) ?? lookAfter(act, some)
  shared.set(key, looks)
  return (await looks).get(thing)
}

const cells = Object.entries(whatEndsWhat).flatMap(([act, row]) =>
  Object.entries(row).map(([thing, ends]) => [act as Act, thing as Thing, ends as Ends] as const),
)

describe('the table of endings', () => {
  test.each(cells)('after %s, the %s: %s', async (act, thing, ends) => {
    const stays = ends === 'stays'
    const now = ends === 'within 300 s' ? undefined : stays
    expect(await look(act, thing)).toEqual([now, usedUp.includes(thing) ? undefined : stays])
  })
})

/** A storage of a server that stops once an act is certain: it deletes nothing outside of transactions. */
function stopping(): Required<Storage> {
  const deleteItems = async () => {
    throw new AuthError('StorageError', 'The server has stopped')
  }
  return { ...memory(), deleteItems }
}

/** The things that parts keep as items. */
const kept: readonly Thing[] = ['access token', 'device', 'app key']

const ended = cells.filter(([, thing, ends]) => kept.includes(thing) && ends === 'at once')

describe('a server that stops right after an act', () => {
  test.each(ended)('has ended, by %s, the %s', async (act, thing) => {
    const looks = await lookAfter(act, [thing], stopping())
    expect(looks.get(thing)).toEqual([false, false])
  })

  test('gives no access token back when a block is lifted', async () => {
    const at = await house('database', stopping())
    const works = things['access token'][1]
    expect(await works(at)).toBe(true)
    await at.auth.users.block(at.userId)
    await at.auth.users.unblock(at.userId)
    expect(await works(at)).toBe(false)
  })
})
