import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { sql } from '../../src/storage/sql.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { idp, outside, plain } from '../attacks/stage.ts'
import { setup } from '../setup.ts'
import { Terms } from './terms/terms.ts'

const email = 'ada@people.test'
const personas = [{ id: 'ada', name: 'Ada', email, email_verified: true }]

/** Every table that tells something about people. Claims and counters are about tries. */
const tables = ['user', 'account', 'session', 'authenticator', 'audit']

/** The ways in, each for somebody who is known: what it would link, refresh or prove has to wait. */
const waysIn: Record<string, (at: House) => Promise<unknown>> = {
  'a platform': ({ browser }) => browser.signIn('plain', { as: 'ada' }),
  'another platform of the same address': ({ browser }) => browser.signIn('idp', { as: 'ada' }),
  'a password': ({ browser }) => browser.submit('/api/auth/callback/credentials', { name: 'ada' }),
  async 'a mailed link'({ browser, links }) {
    await browser.submit('/api/auth/signin/email', { email })
    await browser.visit(links.at(-1) ?? '')
  },
}

type House = Awaited<ReturnType<typeof house>>

async function house(session: AuthConfig['session']) {
  const database = new DatabaseSync(':memory:')
  const storage = sql(database)
  const links: string[] = []
  const told: string[] = []
  const tell = (name: string) => () => void told.push(name)
  const linking = { ...idp, allowDangerousEmailAccountLinking: true }
  const password = Credentials({
    credentials: { name: {} },
    authorize: ({ name }) => (name === 'ada' ? { id: userId, name: 'Ada' } : null),
  })
  const mail = Email({ sendVerificationRequest: ({ url }) => void links.push(url) })
  const events = {
    signIn: tell('signIn'),
    linkAccount: tell('linkAccount'),
    updateUser: tell('updateUser'),
    createUser: tell('createUser'),
  }
  const providers = [plain, linking, password, mail]
  const parts = [Terms({ version: '1' })]
  const config = { providers, parts, storage, events, ...(session && { session }) }
  const at = await setup(config, await outside(personas))
  await at.browser.signIn('plain', { as: 'ada' })
  await accept(at.browser)
  const userId = (await at.browser.session())?.user.id ?? ''
  await storage.updateUser({ id: userId, email, emailVerified: new Date(0) })
  await at.browser.submit('/api/auth/account', { action: 'withdrawTerms' })
  await at.browser.signOut()
  told.length = 0
  const dump = () =>
    tables.map((table) => database.prepare(`SELECT * FROM "${names[table] ?? table}"`).all())
  const names = Object.fromEntries(
    database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map(({ name }) => [String(name).replace(/^portico_|s$/g, ''), String(name)]),
  )
  return { ...at, links, told, dump, userId }
}

const accept = (browser: TestBrowser) => browser.submit('/api/auth/terms', {})

describe.each(['database', 'cookie'] as const)('with sessions in the %s', (strategy) => {
  test.each(Object.entries(waysIn))(
    '%s writes and tells nothing until the last step is taken',
    async (way, comeIn) => {
      const at = await house({ strategy })
      const { browser, auth, told, dump, userId } = at
      const before = dump()
      expect(before.flat().length).toBeGreaterThan(3)
      await comeIn(at)
      expect(dump()).toEqual(before)
      expect(told).toEqual([])
      // Nobody is signed in, whoever asks.
      const cookie = Array.from(browser.cookies, (pair) => pair.join('=')).join('; ')
      const headers = new Headers({ cookie })
      expect(await browser.session()).toBeNull()
      expect(await auth.session(headers)).toBeNull()
      await expect(auth.requireSession(headers)).rejects.toMatchObject({ code: 'SessionRequired' })
      await expect(auth.users.get(headers)).rejects.toMatchObject({ code: 'SessionRequired' })
      await expect(auth.accessToken(headers, 'plain')).rejects.toMatchObject({
        code: 'SessionRequired',
      })
      await accept(browser)
      expect((await browser.session())?.user.id).toBe(userId)
      expect(told.at(-1)).toBe('signIn')
      expect(told.includes('linkAccount')).toBe(way.startsWith('another'))
    },
  )

  test('a step that was taken for one user signs nobody else in', async () => {
    const at = await house({ strategy })
    const { browser, auth, userId } = at
    await browser.signIn('plain', { as: 'ada' })
    await auth.users.delete({ userId })
    const late = await accept(browser)
    expect(late.headers.get('location')).toContain('error=')
    expect(await browser.session()).toBeNull()
  })
})

test.each(['with a storage', 'without one'])(
  'a user of the application, %s, keeps their id through a step',
  async (place) => {
    const password = Credentials({
      credentials: { name: {} },
      authorize: ({ name }) => ({ id: `staff-${name}`, name: 'Ada' }),
    })
    const { browser, auth } = await setup({
      providers: [password],
      parts: [Terms({ version: '1' })],
      session: { strategy: 'cookie' },
      ...(place === 'with a storage' && { storage: memory() }),
    })
    await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
    expect(await browser.session()).toBeNull()
    await accept(browser)
    expect((await browser.session())?.user.id).toBe('staff-ada')
    expect(auth).toHaveProperty('terms')
  },
)
