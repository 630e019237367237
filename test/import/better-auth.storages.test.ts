import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Emulator, emulator } from '../../src/emulator/index.ts'
import { Auth } from '../../src/index.ts'
import { FromBetterAuth } from '../../src/parts/better-auth.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import { foreignHashes } from '../../src/passwords.ts'
import GitHub from '../../src/providers/github.ts'
import Password from '../../src/providers/password.ts'
import { importedKey } from '../../src/second-factor/import.ts'
import { stepAt, totpCode } from '../../src/second-factor/totp.ts'
import { sql } from '../../src/storage/sql.ts'
import type { TestBrowser } from '../../src/testing/browser.ts'
import type { FactorCalls } from '../../src/types/second-factor.ts'
import { databases } from '../storage/databases.ts'
import { isInstalled, ofThisSuite, sharedServers } from '../storage/servers.ts'
import {
  env,
  github,
  moving,
  origin,
  ourFolder,
  ourSecret,
  post,
  type Street,
  theirSecret,
  theirs,
  type,
} from './better-auth-house.ts'

const password = 'pässwörd ﬁ ½ of ada'
const people = 1000

/** What docs/from-better-auth.md tells to run before the old version is deployed again. */
function statementsOfTheGuide(): string[] {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/from-better-auth.md'), 'utf8')
  const [, written = ''] = /## 4\. And back.*?```sql\n(.*?)```/s.exec(guide) ?? []
  return written
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
}

/** Two databases that Better Auth opens by their drivers, and one that it is given open. */
const grounds = {
  SQLite: (address: string) => {
    const database = new DatabaseSync(address.replace(/^file:/, ''))
    return { database, close: async () => database.close() }
  },
  PostgreSQL: (address: string) => {
    const database = new pg.Pool({ connectionString: address })
    return { database, close: () => database.end() }
  },
  MariaDB: (address: string) => {
    const database = createPool({ uri: address, timezone: 'Z' })
    return { database, close: () => database.end() }
  },
} as const

const names = (['SQLite', 'PostgreSQL', 'MariaDB'] as const).filter(
  (name) => ofThisSuite(name) && isInstalled(name),
)
const server = sharedServers()

describe.each(names)('on %s', (name) => {
  let folder: string
  let world: Emulator
  let street: Street
  let address: string
  let ground: { database: unknown; close(): Promise<void> }
  let ada: TestBrowser
  let grace: TestBrowser
  let linus: TestBrowser
  let uri = ''
  let backupCodes: string[] = []
  let before: Record<string, number>

  const tables = ['user', 'account', 'session', 'twoFactor', 'verification']
  const quote = (table: string) => (name === 'MariaDB' ? `\`${table}\`` : `"${table}"`)
  const query = (statements: string) => databases[name].query(address, statements)
  const countsOf = async () => {
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const [row] = await query(`select count(*) as n from ${quote(table)}`)
      counts[table] = Number(row?.n)
    }
    return counts
  }
  const codeNow = () => totpCode(importedKey(uri, 'uri'), stepAt(Math.floor(Date.now() / 1000)))

  /** Our application on the database that the import wrote. */
  function ours(more: Partial<Parameters<typeof Auth>[0]> = {}) {
    const storage = sql(address, { schema: 'authjs-pg' })
    return Auth({
      providers: [
        GitHub({ clientId: github.client_id, clientSecret: github.client_secret }),
        Password({ import: foreignHashes, send: async () => {}, breached: false }),
      ],
      parts: [SecondFactor(), FromBetterAuth({ secret: theirSecret })],
      storage,
      secret: ourSecret,
      url: origin,
      logger: { error: (error) => console.error(error), warn() {} },
      ...more,
      runtime: { fetch: world.fetch, env: { NODE_ENV: 'test' } },
    })
  }

  const importing = (...more: string[]) =>
    type(folder, env, 'import', 'better-auth', '--from', address, ...more)

  beforeAll(async () => {
    const kind = databases[name]
    address = await kind.create(name === 'SQLite' ? undefined : await server(name))
    folder = ourFolder(`
    providers: [GitHub, Password({ import: foreignHashes, send })],
    parts: [SecondFactor(), FromBetterAuth()],
    storage: sql('${address}', { schema: 'authjs-pg' })`)
    world = await emulator({ platform: 'github', apps: [github], now: Date.now() })
    vi.stubGlobal('fetch', world.fetch)
    street = moving(world)
    ground = grounds[name](address)
    const old = await theirs(ground.database)
    street.serve(old)
    ada = street.open()
    await post(ada, '/sign-up/email', { email: 'Ada@Home.test', name: 'Ada', password })
    grace = street.open()
    await post(grace, '/sign-up/email', { email: 'grace@home.test', name: 'Grace', password })
    const enabled = await post(grace, '/two-factor/enable', { password })
    uri = String(enabled.totpURI)
    backupCodes = enabled.backupCodes as string[]
    expect((await post(grace, '/two-factor/verify-totp', { code: await codeNow() })).status).toBe(
      200,
    )
    linus = street.open()
    const { url } = await post(linus, '/sign-in/social', {
      provider: 'github',
      callbackURL: '/home',
    })
    const back = await world.decide(String(url), { as: 'ada' })
    const arrived = await linus.visit(
      String(new URL(back.headers.get('location') ?? '')).replace(origin, ''),
    )
    expect(arrived.headers.get('location')).toBe('/home')
    await fill()
    before = await countsOf()
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await ground.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The other people: rows as Better Auth wrote those of Ada, under other names. */
  async function fill(): Promise<void> {
    const [found] = await query(`select id from ${quote('user')} where email = 'ada@home.test'`)
    const copy = async (table: string, own: string, changed: (number: number) => object) => {
      const [row] = await query(`select * from ${quote(table)} where ${own} = '${found?.id}'`)
      const columns = Object.keys(row ?? {})
      const statements = Array.from({ length: people - 3 }, (_, index) => {
        const other: Record<string, string> = { ...changed(index + 3) }
        const values = columns.map((one) => (other[one] ? `'${other[one]}'` : quote(one)))
        return `insert into ${quote(table)} (${columns.map(quote)}) select ${values} from (select * from ${quote(table)} where ${own} = '${found?.id}') as x;`
      })
      await query(`begin; ${statements.join(' ')} commit;`)
    }
    await copy('user', 'id', (n) => ({ id: `person-${n}`, email: `person-${n}@home.test` }))
    const userId = quote('userId')
    await copy('account', userId, (n) => ({
      ...{ id: `account-${n}`, accountId: `person-${n}`, userId: `person-${n}` },
    }))
    await copy('session', userId, (n) => ({
      ...{ id: `session-${n}`, token: `token-${n}`, userId: `person-${n}` },
    }))
  }

  describe('the import from a real application of Better Auth', () => {
    test('counts in a dry run, and writes nothing', async () => {
      const { code, out, error } = await importing('--dry-run', '--json')
      expect(error + out.slice(0, 200)).not.toContain('rror')
      const { counts, left } = JSON.parse(out)
      expect(left).toEqual([])
      expect(code).toBe(0)
      expect(counts.user).toEqual({ taken: people, known: 0, left: 0 })
      await expect(query('select * from users')).rejects.toThrow()
    })

    test('leaves out who has a second factor, if the application has none', async () => {
      const without = ourFolder(`
        providers: [GitHub, Password({ import: foreignHashes, send })],
        parts: [FromBetterAuth()],
        storage: sql('${address}', { schema: 'authjs-pg' })`)
      onTestFinished(() => rmSync(without, { recursive: true }))
      const words = ['import', 'better-auth', '--from', address, '--dry-run', '--json']
      const { code, out } = await type(without, env, ...words)
      const { counts, left } = JSON.parse(out)
      expect(code).toBe(1)
      expect(counts.user).toEqual({ taken: people - 1, known: 0, left: 1 })
      expect(counts).toMatchObject({ password: { taken: people - 2 }, totp: { taken: 0 } })
      const [found] = await query(`select id from ${quote('user')} where email = 'grace@home.test'`)
      expect(left).toEqual([
        {
          place: `user ${found?.id}`,
          thing: 'user',
          reason: 'has a second factor, and the application has none: add SecondFactor()',
        },
      ])
    })

    test('takes everything, and leaves its tables as they were', async () => {
      const { code, out } = await importing('--json')
      const { counts, left } = JSON.parse(out)
      expect(left).toEqual([])
      expect(code).toBe(0)
      expect(counts).toEqual({
        user: { taken: people, known: 0, left: 0 },
        account: { taken: 1, known: 0, left: 0 },
        password: { taken: people - 1, known: 0, left: 0 },
        username: { taken: 0, known: 0, left: 0 },
        totp: { taken: 1, known: 0, left: 0 },
        recoveryCode: { taken: backupCodes.length, known: 0, left: 0 },
        passkey: { taken: 0, known: 0, left: 0 },
        session: { taken: before.session, known: 0, left: 0 },
      })
      expect(await countsOf()).toEqual(before)
      expect(out).not.toContain(theirSecret)
    })

    test('takes nothing twice', async () => {
      const { code, out } = await importing()
      expect(code).toBe(0)
      expect(out).toContain(`users:           0 taken, ${people} there already`)
      expect(out).toContain(`${before.session} there already`)
    })
  })

  describe('afterwards', () => {
    test('the same browsers are signed in, and then with a session of ours', async () => {
      street.serve(ours())
      for (const [browser, email] of [
        [ada, 'ada@home.test'],
        [grace, 'grace@home.test'],
      ] as const) {
        expect(browser.cookies.has('better-auth.session_token')).toBe(true)
        const copy = browser.clone()
        const session = await browser.session()
        expect(session?.user.email).toBe(email)
        expect(session?.authTime).toBeGreaterThan(1_700_000_000)
        expect(browser.cookies.has('better-auth.session_token')).toBe(false)
        expect((await browser.session())?.user.email).toBe(email)
        // Whoever copied the old cookie has half a minute, and then nothing.
        expect((await copy.session())?.user.email).toBe(email)
        await browser.signOut()
        expect(await browser.session()).toBeNull()
      }
    })

    test('the account at GitHub is the same person, with tokens that are encrypted', async () => {
      const auth = ours()
      street.serve(auth)
      const before = (await linus.session())?.user.id
      expect(before).toBeTruthy()
      const [account] = await auth.accounts.list({ userId: before ?? '' })
      expect(account).toMatchObject({
        provider: 'github',
        scope: expect.stringContaining('user:email'),
      })
      const [row] = await query('select access_token from accounts')
      expect(String(row?.access_token)).toMatch(/^\S{60,}$/)
      const token = await auth.accessToken(linus, 'github')
      expect(token).toMatch(/^gho_/)
      expect(String(row?.access_token)).not.toContain(token)
      const other = street.open()
      await other.signIn('github', { as: 'ada' })
      expect((await other.session())?.user.id).toBe(before)
    })

    test('the old password opens, and is hashed anew', async () => {
      street.serve(ours())
      const browser = street.open()
      const form = { email: 'ada@home.test', password: 'wrong' }
      await browser.submit('/api/auth/callback/password', form)
      expect(await browser.session()).toBeNull()
      await browser.submit('/api/auth/callback/password', { ...form, password })
      expect((await browser.session())?.user).toMatchObject({ name: 'Ada', email: 'ada@home.test' })
      const again = street.open()
      await again.submit('/api/auth/callback/password', { ...form, password })
      expect((await again.session())?.user.name).toBe('Ada')
    })

    test('the app is asked for and its codes work, and the backup codes each once', async () => {
      street.serve(ours())
      const enter = async (code: string) => {
        const browser = street.open()
        const form = { email: 'grace@home.test', password }
        await browser.submit('/api/auth/callback/password', form)
        expect(await browser.session()).toBeNull()
        await browser.submit('/api/auth/second-factor', { code })
        return (await browser.session())?.user.name
      }
      expect(await enter('000000')).toBeUndefined()
      expect(await enter(await codeNow())).toBe('Grace')
      const [first = ''] = backupCodes
      expect(await enter(first)).toBe('Grace')
      expect(await enter(first)).toBeUndefined()
    })

    test('a second run brings nothing back that was removed since', async () => {
      const auth = ours()
      await auth.users.delete({ userId: 'person-7' })
      const { code, out } = await importing('--json')
      expect(code).toBe(1)
      expect(JSON.parse(out).left).toEqual([
        {
          place: 'user person-7',
          thing: 'user',
          reason: 'was taken before, and deleted here since',
        },
      ])
    })

    test('Better Auth goes on with its tables when the application moves back', async () => {
      street.serve(await theirs(ground.database))
      const browser = street.open()
      const form = { email: 'ada@home.test', password }
      expect((await post(browser, '/sign-in/email', form)).status).toBe(200)
      const session = await browser.visit('/api/auth/get-session')
      expect(await session.json()).toMatchObject({ user: { name: 'Ada' } })
      const { session: sessions, ...rest } = await countsOf()
      expect(rest).toMatchObject({ user: before.user, account: before.account, twoFactor: 1 })
      expect(sessions).toBe((before.session ?? 0) + 1)
    })

    describe('second factors, when the application moves back', () => {
      const mailed: string[] = []
      const movedBack = async () =>
        street.serve(
          await theirs(ground.database, {
            emailAndPassword: {
              enabled: true,
              sendResetPassword: async ({ token }: { token: string }) => void mailed.push(token),
            },
          }),
        )
      const signIn = async (email: string, typed = password) => {
        const browser = street.open()
        const answer = await post(browser, '/sign-in/email', { email, password: typed })
        return { browser, answer }
      }
      const withBackupCode = async (code: string) => {
        const { browser } = await signIn('grace@home.test')
        return (await post(browser, '/two-factor/verify-backup-code', { code })).status
      }

      test('are asked for as before, and the same app answers', async () => {
        await movedBack()
        const { browser, answer: asked } = await signIn('grace@home.test')
        expect(asked).toMatchObject({ status: 200, twoFactorRedirect: true })
        expect((await post(browser, '/two-factor/verify-totp', { code: '000000' })).status).toBe(
          401,
        )
        const answer = await post(browser, '/two-factor/verify-totp', { code: await codeNow() })
        expect(answer).toMatchObject({ status: 200, user: { name: 'Grace' } })
      })

      test('keep their owners safe by the statements of the guide', async () => {
        // The type of `ours()` does not tell its parts.
        const { factors } = ours() as unknown as FactorCalls
        const [found] = await query(`select id from ${quote('user')} where email = 'ada@home.test'`)
        const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
        await factors.importTotp({ userId: String(found?.id) }, { secret, form: 'base32' })
        await movedBack()
        // Without them, a password is enough again, and a code that was used here works there.
        const { answer } = await signIn('ada@home.test')
        expect(answer).toMatchObject({ status: 200, user: { name: 'Ada' } })
        const [used = '', unused = ''] = backupCodes
        expect(await withBackupCode(used)).toBe(200)
        for (const statement of statementsOfTheGuide()) {
          await query(name === 'MariaDB' ? statement.replaceAll('"', '`') : statement)
        }
        expect((await signIn('ada@home.test')).answer.status).toBe(401)
        const shout = vi.spyOn(console, 'error').mockImplementation(() => {})
        expect(await withBackupCode(unused)).toBe(500)
        shout.mockRestore()
        const { browser } = await signIn('grace@home.test')
        const code = await codeNow()
        expect((await post(browser, '/two-factor/verify-totp', { code })).status).toBe(200)
        expect((await signIn('person-9@home.test')).answer.status).toBe(200)
      })

      test('are no hindrance to a password that is reset by mail', async () => {
        await movedBack()
        await post(street.open(), '/request-password-reset', { email: 'ada@home.test' })
        await vi.waitFor(() => expect(mailed).toHaveLength(1))
        const newPassword = 'another password of ada'
        const reset = { newPassword, token: mailed[0] }
        expect(await post(street.open(), '/reset-password', reset)).toEqual({ status: true })
        expect((await signIn('ada@home.test', newPassword)).answer.status).toBe(200)
      })
    })
  })
})
