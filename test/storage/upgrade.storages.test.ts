import { describe, expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { latest } from '../../src/stores/sql/schema.ts'
import { databases } from './databases.ts'
import { newAccount, newItem, newSession, newUser } from './people.ts'
import { type RecordedSchema, recordedSchemas } from './recorded-schemas.ts'
import { isInstalled, isServer, ofThisSuite, sharedServers } from './servers.ts'

const secrets = ['a secret that is long enough to be one']

/** A person of that time, with everything that could be had. */
const person = `
insert into users (id, name, email) values ('u1', 'Ada', 'ada@a.test');
insert into accounts ("userId", type, provider, "providerAccountId", access_token, refresh_expires_at)
  values ('u1', 'oauth', 'platform', 'a1', 'act.old', 1900000000);
insert into sessions ("sessionToken", "userId", expires, ip) values ('s1', 'u1', '2030-01-01 00:00:00', '192.0.2.1');
insert into authenticators ("credentialID", "userId", "providerAccountId", "credentialPublicKey", counter,
  "credentialDeviceType", "credentialBackedUp") values ('c1', 'u1', 'c1', 'key', 3, 'multiDevice', true);
insert into portico_claims values ('used', 4102444800000);
insert into portico_audit (id, at, event, "userId") values ('l1', 1767323045678, 'signIn', 'u1');
`

/** The statements that make a database of that time, with somebody in it and the versions that had run. */
function history(
  { statements, version, authTime }: RecordedSchema,
  dialect: 'sqlite' | 'postgres' | 'mysql',
): string {
  const ran = Array.from({ length: version }, (_, step) => `(${step + 1}, 'step', 0)`)
  return [
    ...statements.map((each) => each[dialect]),
    person,
    authTime ? `update sessions set "authTime" = ${authTime[dialect]};` : '',
    `insert into portico_migrations values ${ran.join()};`,
  ].join('\n')
}

/** The databases of that time, with what each calls its own. */
const dialects = { SQLite: 'sqlite', PostgreSQL: 'postgres', MariaDB: 'mysql' } as const
const names = ['SQLite', 'PostgreSQL', 'MariaDB'] as const

/** How each writes the moment, and names, that stand in `person`. */
const spellings = {
  SQLite: (text: string) => text.replace('2030-01-01 00:00:00', '2030-01-01T00:00:00Z'),
  PostgreSQL: (text: string) => text.replace('2030-01-01 00:00:00', '2030-01-01 00:00:00Z'),
  MariaDB: (text: string) => text.replaceAll('"', '`'),
}

/** The last version that changed something in each of them. */
const lastChange = { sqlite: 9, postgres: 9, mysql: 9 }

const shared = sharedServers()

test('every version from the first milestone on is recorded', () => {
  const versions = new Set(recordedSchemas.map(({ version }) => version))
  expect([...versions]).toEqual(Array.from({ length: latest - 2 }, (_, place) => place + 3))
})

for (const name of names.filter(ofThisSuite)) {
  describe.skipIf(!isInstalled(name))(`in ${name}`, () => {
    const { create, query } = databases[name]

    test.each(recordedSchemas)(
      'a database of $name is brought to the newest version with everybody in it, and works',
      async (schema) => {
        const server = isServer(name) ? await shared(name) : undefined
        const tables = spellings[name](history(schema, dialects[name]))
        const address = await create(server, tables)
        const storage = sql(address, { secrets })
        const statements = await storage.migrate()
        expect(statements.length > 0).toBe(schema.version < lastChange[dialects[name]])
        expect(await storage.migrate()).toEqual([])
        const [newest] = await query(address, 'select max(version) as v from portico_migrations')
        expect(Number(newest?.v)).toBe(latest)

        const key = { provider: 'platform', providerAccountId: 'a1' }
        expect(await storage.getUserByAccount(key)).toMatchObject({ id: 'u1', email: 'ada@a.test' })
        const found = await storage.getSessionAndUser('s1')
        expect(found?.session.expires).toEqual(new Date('2030-01-01T00:00:00Z'))
        const authTime = schema.authTime && 1_767_225_600
        expect(found?.session.authTime).toBe(authTime)
        expect(await storage.listSessions('u1')).toMatchObject([
          { ip: '192.0.2.1', ...(authTime && { authTime }) },
        ])
        expect(await storage.listAccounts('u1')).toMatchObject([
          { access_token: 'act.old', refresh_expires_at: 1_900_000_000 },
        ])
        expect(await storage.getAuthenticator('c1')).toMatchObject({ counter: 3 })
        expect(await storage.listAudit('u1')).toMatchObject([{ event: 'signIn' }])
        expect(await storage.claim('used', new Date('2100-01-01'))).toBe(false)

        const { users } = await storage.listUsers({ query: 'aDA' })
        expect(users.map(({ id }) => id)).toEqual(['u1'])
        expect(Object.keys(users[0] ?? {})).not.toContain('portico_name_folded')

        const bob = await storage.createUser(newUser())
        await storage.linkAccount(newAccount(bob.id))
        const session = { ...newSession(bob.id), authTime: 1_767_225_601, amr: 'hwk mfa' }
        await storage.createSession(session)
        expect(await storage.listSessions(bob.id)).toEqual([session])
        const checked = await storage.getSessionAndUser(session.sessionToken)
        expect(checked?.session).toMatchObject({ authTime: 1_767_225_601, amr: 'hwk mfa' })
        expect(await storage.lease('lease', 60, 'me')).toBe(true)
        const item = newItem({ userId: 'u1', data: { n: 1 }, sealed: 'secret' })
        await storage.putItem(item)
        expect(await storage.getItemAndUser(item)).toMatchObject({ item, user: { id: 'u1' } })
        const bobs = newItem({ userId: bob.id })
        await storage.putItem(bobs)
        // By the application, past the storage.
        await query(address, `delete from users where id = '${bob.id}'`)
        expect(await storage.getItem(bobs)).toBeNull()
        await storage.deleteUser('u1')
        expect(await storage.getItem(item)).toBeNull()
        expect(await storage.getUserByAccount(key)).toBeNull()
        await storage.close()
      },
    )
  })
}
