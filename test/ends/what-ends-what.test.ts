import { describe, expect, test } from 'vitest'
import type { OutgoingMail, PasswordCalls, Storage } from '../../src/index.ts'
import { Notices } from '../../src/parts/notices.ts'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { idp, outside, plain } from '../attacks/stage.ts'
import { Terms } from '../parts/terms/terms.ts'
import { setup } from '../setup.ts'
import { type Act, type Ends, type Thing, whatEndsWhat } from './table.ts'

const email = 'ada@people.test'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const password = 'seven old boats at noon'
const personas = [
  { id: 'ada', name: 'Ada', email },
  { id: 'owner', name: 'Owner', email, email_verified: true },
]

/** Ada, who claims an address, is signed in; her cookies were copied; another browser of hers waits for a step, a reset is open. */
async function house(strategy: 'database' | 'cookie') {
  const storage = memory()
  const world = await outside(personas)
  const linking = { ...idp, allowDangerousEmailAccountLinking: true }
  const links: string[] = []
  const send = ({ text }: OutgoingMail) => void links.push(/https:\S+/.exec(text)?.[0] ?? '')
  const parts = [SecondFactor(), Terms({ version: '1' }), Notices({ send })]
  const resets: string[] = []
  const passwords = Password({ send: ({ secrets: [token = ''] }) => void resets.push(token) })
  const config = { providers: [plain, linking, passwords], parts, storage, session: { strategy } }
  const at = await setup(config, world)
  const { browser } = at
  const auth = at.auth as typeof at.auth & PasswordCalls & FactorCalls
  await browser.signIn('plain', { as: 'ada' })
  await accept(browser)
  const userId = (await browser.session())?.user.id ?? ''
  const copy = browser.clone()
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
  const trusted: TestBrowser | undefined = undefined
  const reset = resets[0] ?? ''
  const rest = { copy, waiting, links, reset, token: account?.access_token }
  return { ...at, auth, storage, userId, ...rest, trusted: trusted as TestBrowser | undefined }
}

const prove = (storage: Required<Storage>, id: string, emailVerified: Date | null) =>
  storage.updateUser({ id, email, emailVerified })

/** Chooses a password by the link that was mailed. */
async function useReset(at: House, password: string) {
  const { open, storage, userId, reset: token } = at
  const user = await storage.getUser(userId)
  if (user) await prove(storage, userId, new Date())
  const browser = open()
  await browser.submit('/api/auth/callback/password', { token, password })
  // A reset never skips the second factor.
  await proveFactor(at, browser)
  await accept(browser)
  return browser
}

/** Answers with a recovery code, if Ada has a second factor by now. */
async function proveFactor({ auth, userId }: House, browser: TestBrowser): Promise<void> {
  if ((await auth.factors.list({ userId })).factors.length === 0) return
  const [code = ''] = await auth.factors.renewRecoveryCodes({ userId })
  expect(await browser.session()).toBeNull()
  await browser.submit('/api/auth/second-factor', { code })
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

type House = Awaited<ReturnType<typeof house>>

const accept = (browser: TestBrowser) => browser.submit('/api/auth/terms', {})

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
    await proveFactor(at, other)
    await accept(other)
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
  'open reset': ['database', isResetOpen],
}

/** The link that was mailed still sets a password. */
async function isResetOpen(at: House): Promise<boolean> {
  return isSignedIn(await useReset(at, 'one more password to try'), at.userId)
}

async function isSignedIn(browser: TestBrowser, userId: string): Promise<boolean> {
  return (await browser.session())?.user.id === userId
}

const cells = Object.entries(whatEndsWhat).flatMap(([act, row]) =>
  Object.entries(row).map(([thing, ends]) => [act as Act, thing as Thing, ends as Ends] as const),
)

describe('the table of endings', () => {
  test.each(cells)('after %s, the %s: %s', async (act, thing, ends) => {
    const [strategy, isAlive] = things[thing]
    const at = await house(strategy)
    if (thing === 'trusted browser') at.trusted = await trustingBrowser(at)
    await acts[act](at)
    if (ends !== 'within 300 s') {
      expect(await isAlive(at)).toBe(ends === 'stays')
      // What was used to look is used up.
      if (thing === 'pending step' || thing === 'open reset') return
    }
    at.world.clock.advance('301s')
    expect(await isAlive(at)).toBe(ends === 'stays')
  })
})
