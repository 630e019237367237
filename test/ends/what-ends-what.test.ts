import { describe, expect, test } from 'vitest'
import type { OutgoingMail } from '../../src/index.ts'
import { Notices } from '../../src/parts/notices.ts'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { idp, outside, plain } from '../attacks/stage.ts'
import { Terms } from '../parts/terms/terms.ts'
import { setup } from '../setup.ts'
import { type Act, type Ends, type Thing, whatEndsWhat } from './table.ts'

const email = 'ada@people.test'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const personas = [
  { id: 'ada', name: 'Ada', email },
  { id: 'owner', name: 'Owner', email, email_verified: true },
]

/** Ada, who claims an address, is signed in; her cookies were copied; another browser of hers waits for a step. */
async function house(strategy: 'database' | 'cookie') {
  const storage = memory()
  const world = await outside(personas)
  const linking = { ...idp, allowDangerousEmailAccountLinking: true }
  const links: string[] = []
  const send = ({ text }: OutgoingMail) => void links.push(/https:\S+/.exec(text)?.[0] ?? '')
  const parts = [SecondFactor(), Terms({ version: '1' }), Notices({ send })]
  const config = { providers: [plain, linking], parts, storage, session: { strategy } }
  const at = await setup(config, world)
  const { browser } = at
  const auth = at.auth as typeof at.auth & FactorCalls
  await browser.signIn('plain', { as: 'ada' })
  await accept(browser)
  const userId = (await browser.session())?.user.id ?? ''
  const copy = browser.clone()
  await browser.submit('/api/auth/account', { action: 'withdrawTerms' })
  const waiting = at.open()
  await waiting.signIn('plain', { as: 'ada' })
  const [account] = await storage.listAccounts(userId)
  expect(account?.access_token).toBeTruthy()
  const trusted: TestBrowser | undefined = undefined
  const rest = { copy, waiting, links, token: account?.access_token }
  return { ...at, auth, storage, userId, ...rest, trusted: trusted as TestBrowser | undefined }
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
      if (thing === 'pending step') return
    }
    at.world.clock.advance('301s')
    expect(await isAlive(at)).toBe(ends === 'stays')
  })
})
