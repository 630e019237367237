import { expect, test } from 'vitest'
import type { Person } from '../../src/emulator/index.ts'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { origin, setup } from '../setup.ts'
import { base, errorOf, idp, outside, plain, type Stage, stage } from './stage.ts'

const address = 'ada@people.test'

/** One address, said by somebody who does not prove it, and by its owner. */
const people: Person[] = [
  { id: 'squatter', name: 'Squatter', email: address },
  { id: 'owner', name: 'Owner', email: address, email_verified: true },
  { id: 'silent', name: 'Silent', email: address },
]

const cookie = { session: { strategy: 'cookie' } } as const

function requestOf(browser: TestBrowser): Request {
  const cookies = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return new Request(origin, { headers: { cookie: cookies } })
}

async function squatted(config: Partial<AuthConfig> = {}) {
  const at = await stage(config, people)
  const squatter = at.open()
  await squatter.signIn('plain', { as: 'squatter' })
  const squatterId = (await squatter.session())?.user.id ?? ''
  expect(await at.storage.getUserByEmail(address)).toMatchObject({ id: squatterId })
  return { ...at, squatter, squatterId }
}

/** An application that also mails links; the newest one is kept. */
async function withMail(config: Partial<AuthConfig> = {}) {
  const sent: string[] = []
  const mail = Email({ sendVerificationRequest: ({ url }) => void sent.push(url) })
  const at = await squatted({ providers: [plain, idp, mail], ...config })
  const askForLink = async (browser: TestBrowser) => {
    await browser.submit(`${base}/signin/email`, { email: address })
    return sent.at(-1) ?? ''
  }
  return { ...at, askForLink }
}

type Squatted = Awaited<ReturnType<typeof withMail>>

/** The owner of the address follows a mailed link, and gets the user. */
async function takeOver(at: Squatted): Promise<TestBrowser> {
  const owner = at.open()
  await owner.visit(await at.askForLink(owner))
  expect((await owner.session())?.user.id).toBe(at.squatterId)
  return owner
}

test('the proven owner of an address gets in, whoever only claimed it before', async () => {
  const changed: unknown[] = []
  const updateUser = ({ user }: { user: object }) => void changed.push(user)
  const at = await squatted({ events: { updateUser } })
  const owner = at.open()
  await owner.signIn('idp', { as: 'owner' })
  const user = (await owner.session())?.user
  expect(user).toMatchObject({ name: 'Owner', email: address })
  expect(user?.id).not.toBe(at.squatterId)
  // Nothing else is taken from whoever was there before, nor given to the owner.
  expect(await at.storage.getUser(at.squatterId)).toMatchObject({ name: 'Squatter', email: null })
  expect(await at.storage.listAccounts(at.squatterId)).toHaveLength(1)
  expect(await at.storage.listAccounts(user?.id ?? '')).toMatchObject([{ provider: 'idp' }])
  expect(changed).toMatchObject([{ id: at.squatterId, email: null }])
})

test('an address that somebody proved stays theirs', async () => {
  const at = await stage({}, people)
  await at.browser.signIn('idp', { as: 'owner' })
  const other = at.open()
  expect(errorOf(await other.signIn('plain', { as: 'owner' }))).toBe('OAuthAccountNotLinked')
  expect(errorOf(await other.signIn('plain', { as: 'squatter' }))).toBe('OAuthAccountNotLinked')
})

test.each([
  ['the Kelvin sign', 'mar\u212A@people.test'],
  ['a full-width letter', 'mar\uFF4B@people.test'],
  ['a full-width domain', 'mark@\uFF50eople.test'],
  ['a dotless i', 'mark@people.test'.replace('e', '\u0131')],
  ['a capital I with a dot', 'm\u0130ke@people.test'],
])('an address with %s makes a user of its own', async (_, email) => {
  const known = ['mark@people.test', 'mike@people.test', 'mi\u0307ke@people.test']
  const owners = known.map((email, at) => ({
    id: `o${at}`,
    name: 'Owner',
    email,
    email_verified: true,
  }))
  const mallory = { id: 'mallory', name: 'Mallory', email, email_verified: true }
  const trusted = { ...plain, allowDangerousEmailAccountLinking: true }
  const at = await stage({ providers: [trusted, idp] }, [...owners, mallory])
  for (const { id } of owners) await at.open().signIn('idp', { as: id })
  await at.browser.signIn('plain', { as: 'mallory' })
  const user = (await at.browser.session())?.user
  // One that others would read as an owner's is kept for nobody.
  expect(user?.email).toBe(email === email.normalize('NFKC') ? email : null)
  expect(await at.storage.listAccounts(user?.id ?? '')).toMatchObject([{ provider: 'plain' }])
})

test('a platform that is silent about addresses evicts nobody, even if it is trusted', async () => {
  const trusted = {
    ...plain,
    allowDangerousEmailAccountLinking: true,
    profile: ({ id, email }: Record<string, unknown>) => ({ id: String(id), email: String(email) }),
  }
  const at = await stage({ providers: [trusted, idp] }, people)
  await at.browser.signIn('idp', { as: 'squatter' })
  const userId = (await at.browser.session())?.user.id ?? ''
  expect(await at.storage.getUser(userId)).toMatchObject({ email: address, emailVerified: null })
  const answer = await at.open().signIn('plain', { as: 'silent' })
  expect(errorOf(answer)).toBe('OAuthAccountNotLinked')
  expect(await at.browser.session()).not.toBeNull()
  expect(await at.storage.listAccounts(userId)).toMatchObject([{ provider: 'idp' }])
})

/** What a cookie that outlived a takeover must not do. */
const attempts: Record<string, (at: Squatted) => Promise<unknown>> = {
  async 'connect a platform'({ squatter, storage, squatterId }) {
    await squatter.signIn('idp', { as: 'squatter', link: true })
    expect(await storage.listAccounts(squatterId)).toEqual([])
  },
  async 'be renewed'({ squatter, world }) {
    world.clock.advance('2d')
    expect(await squatter.session()).toBeNull()
  },
  async 'change its content'({ squatter }) {
    const body = { data: 'x' }
    expect(await (await squatter.submit(`${base}/session`, body)).json()).toBeNull()
  },
  async 'see the account'({ squatter }) {
    const answer = await squatter.visit(`${base}/account`, { accept: 'application/json' })
    expect(answer.status).toBe(401)
  },
  async 'delete the account'({ squatter, storage, squatterId }) {
    await squatter.submit(`${base}/account`, { action: 'delete', confirm: 'yes' })
    expect(await storage.getUser(squatterId)).not.toBeNull()
  },
  async 'rename the user'({ squatter, auth }) {
    const renamed = auth.users.update(requestOf(squatter), { name: 'Mallory' })
    await expect(renamed).rejects.toMatchObject({ code: 'SessionRequired' })
  },
}

test.each(Object.entries(attempts))(
  'a cookie from before a takeover can no longer %s',
  async (_, attempt) => {
    const at = await withMail(cookie)
    const owner = await takeOver(at)
    await attempt(at)
    expect((await owner.session())?.user.id).toBe(at.squatterId)
    expect(await at.auth.accounts.list(requestOf(owner))).toEqual([])
  },
)

test('connecting a platform that was begun before a takeover adds no account after it', async () => {
  const at = await withMail(cookie)
  const url = await at.squatter.start('idp', { link: 'true' })
  await takeOver(at)
  await at.squatter.visit(String(await at.world.approve(url, { as: 'squatter' })))
  expect(await at.storage.listAccounts(at.squatterId)).toEqual([])
})

test('connecting a platform adds no account if the takeover happens while the application decides', async () => {
  const hasty: { takeOver?: () => Promise<unknown> } = {}
  const at = await withMail({
    ...cookie,
    callbacks: {
      async signIn({ account }) {
        const { takeOver } = hasty
        if (account.provider === 'idp') {
          delete hasty.takeOver
          await takeOver?.()
        }
        return true
      },
    },
  })
  const url = await at.squatter.start('idp', { link: 'true' })
  hasty.takeOver = () => takeOver(at)
  await at.squatter.visit(String(await at.world.approve(url, { as: 'squatter' })))
  expect(hasty.takeOver).toBeUndefined()
  expect(await at.storage.listAccounts(at.squatterId)).toEqual([])
})

const changes: Record<string, (at: Squatted) => Promise<unknown>> = {
  'deletes the user': ({ auth, squatter }) => auth.users.delete(requestOf(squatter)),
  'gives it another address': ({ auth, squatter }) =>
    auth.users.update(requestOf(squatter), { email: 'mallory@people.test' }),
  'ends its sessions': ({ auth, squatter }) => auth.sessions.endAll(requestOf(squatter)),
}

test.each(Object.entries(changes))(
  'answers SessionRequired to the former holder who %s while the owner takes over',
  async (_, change) => {
    const at = await withMail({ session: { strategy: 'database' } })
    const { transaction } = at.storage
    const taken: TestBrowser[] = []
    // The request has been judged, and what it asks for is about to happen.
    at.storage.transaction = async (work) => {
      at.storage.transaction = transaction
      taken.push(await takeOver(at))
      return transaction(work)
    }
    await expect(change(at)).rejects.toMatchObject({ code: 'SessionRequired' })
    const [owner] = taken
    expect((await owner?.session())?.user).toMatchObject({ id: at.squatterId, email: address })
  },
)

test('the user of a cookie is not deleted by who had it before a takeover, and stays', async () => {
  const at = await withMail(cookie)
  const { transaction } = at.storage
  at.storage.transaction = async (work) => {
    at.storage.transaction = transaction
    await takeOver(at)
    return transaction(work)
  }
  await at.squatter.submit(`${base}/account`, { action: 'delete', confirm: 'yes' })
  expect(await at.storage.getUser(at.squatterId)).toMatchObject({ email: address })
})

test('the cookie of the owner connects, acts and is renewed', async () => {
  const at = await withMail(cookie)
  const owner = await takeOver(at)
  await owner.signIn('idp', { as: 'owner', link: true })
  at.world.clock.advance('2d')
  expect((await owner.session())?.user.id).toBe(at.squatterId)
  expect(await at.auth.accounts.list(requestOf(owner))).toMatchObject([{ provider: 'idp' }])
})

test('a storage that cannot end cookies refuses the takeover: OAuthAccountNotLinked', async () => {
  const at = await withMail(cookie)
  const forgetful = (storage: Stage['storage']): Stage['storage'] => ({
    ...storage,
    updateUser: ({ sessionGeneration: _, ...changes }) => storage.updateUser(changes),
    transaction: (work) => storage.transaction((inside) => work(forgetful(inside as never))),
  })
  const links: string[] = []
  const mail = Email({ sendVerificationRequest: ({ url }) => void links.push(url) })
  const config = { providers: [plain, mail], storage: forgetful(at.storage), ...cookie }
  const { browser } = await setup(config, at.world)
  await browser.submit(`${base}/signin/email`, { email: address })
  expect(errorOf(await browser.visit(links[0] ?? ''))).toBe('OAuthAccountNotLinked')
})

test('without a storage, no id of the application makes somebody a person of a platform', async () => {
  const passwords = Credentials({
    credentials: { name: {} },
    authorize: ({ name }) => ({ id: String(name) }),
  })
  const { browser, open } = await setup({ providers: [idp, passwords] }, await outside(people))
  await browser.signIn('idp', { as: 'owner' })
  const victim = (await browser.session())?.user.id ?? ''
  expect(victim).toMatch(/^idp:/)
  const thief = open()
  const answer = await thief.submit(`${base}/callback/credentials`, { name: victim })
  expect(errorOf(answer)).toBe('ProfileInvalid')
  expect(await thief.session()).toBeNull()
  await thief.submit(`${base}/callback/credentials`, { name: 'club:17' })
  expect((await thief.session())?.user.id).toBe('club:17')
})
