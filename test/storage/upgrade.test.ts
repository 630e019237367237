import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { latest } from '../../src/storage/sql/schema.ts'
import { sql } from '../../src/storage/sql.ts'
import { newAccount, newSession, newUser, unique } from './people.ts'
import { serverOf, temporaryFolder } from './servers.ts'
import { versionThree } from './version-three.ts'

const secrets = ['a secret that is long enough to be one']

/** A person of that time, with everything that could be had, and the versions that had run. */
const rows = `
insert into users (id, name, email) values ('u1', 'Ada', 'ada@a.test');
insert into accounts ("userId", type, provider, "providerAccountId", access_token, refresh_expires_at)
  values ('u1', 'oauth', 'platform', 'a1', 'act.old', 1900000000);
insert into sessions ("sessionToken", "userId", expires, ip) values ('s1', 'u1', '2030-01-01 00:00:00', '192.0.2.1');
insert into authenticators ("credentialID", "userId", "providerAccountId", "credentialPublicKey", counter,
  "credentialDeviceType", "credentialBackedUp") values ('c1', 'u1', 'c1', 'key', 3, 'multiDevice', true);
insert into portico_claims values ('used', 4102444800000);
insert into portico_audit (id, at, event, "userId") values ('l1', 1767323045678, 'signIn', 'u1');
insert into portico_migrations values (1, 'a', 0), (2, 'b', 0), (3, 'c', 0);
`

interface Old {
  address: string
  query(text: string): Promise<unknown>
}

const databases: [name: string, open: (() => Promise<Old>) | undefined][] = [
  ['SQLite', oldSqlite],
  ['PostgreSQL', opened('PostgreSQL', oldPostgres)],
  ['MariaDB', opened('MariaDB', oldMariadb)],
]

for (const [name, open] of databases) {
  describe.skipIf(!open)(`a database of version 3 in ${name}`, () => {
    test('is brought to the newest version with everybody in it, and works', async () => {
      const { address, query } = (await open?.()) ?? { address: '', query: async () => [] }
      const storage = sql(address, { secrets })
      const statements = await storage.migrate()
      expect(statements.join()).toContain('portico_leases')
      expect(await storage.migrate()).toEqual([])
      expect(await query('select max(version) as v from portico_migrations')).toEqual(latest)

      const key = { provider: 'platform', providerAccountId: 'a1' }
      expect(await storage.getUserByAccount(key)).toMatchObject({ id: 'u1', email: 'ada@a.test' })
      const found = await storage.getSessionAndUser('s1')
      expect(found?.session.expires).toEqual(new Date('2030-01-01T00:00:00Z'))
      expect(await storage.listSessions('u1')).toMatchObject([{ ip: '192.0.2.1' }])
      expect(await storage.listAccounts('u1')).toMatchObject([
        { access_token: 'act.old', refresh_expires_at: 1_900_000_000 },
      ])
      expect(await storage.getAuthenticator('c1')).toMatchObject({ counter: 3 })
      expect(await storage.listAudit('u1')).toMatchObject([{ event: 'signIn' }])
      expect(await storage.claim('used', new Date('2100-01-01'))).toBe(false)

      const bob = await storage.createUser(newUser())
      await storage.linkAccount(newAccount(bob.id))
      const session = { ...newSession(bob.id), authTime: 1_767_225_600, amr: 'hwk mfa' }
      await storage.createSession(session)
      expect(await storage.listSessions(bob.id)).toEqual([session])
      await storage.deleteUser('u1')
      expect(await storage.getUserByAccount(key)).toBeNull()
      await storage.close()
    }, 60_000)
  })
}

function opened(name: 'PostgreSQL' | 'MariaDB', open: (address: string) => Promise<Old>) {
  const start = serverOf(name)
  return start && (async () => open((await start()).address))
}

async function oldSqlite(): Promise<Old> {
  const path = join(temporaryFolder(), 'auth.db')
  const database = new DatabaseSync(path)
  database.exec(versionThree.sqlite + rows.replace('2030-01-01 00:00:00', '2030-01-01T00:00:00Z'))
  return {
    address: `file:${path}`,
    query: async (text) => Number(database.prepare(text).get()?.v),
  }
}

async function oldPostgres(server: string): Promise<Old> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(versionThree.postgres + rows.replace('00:00:00', '00:00:00Z'))
  client.on('error', () => {})
  return { address: server, query: async (text) => Number((await client.query(text)).rows[0].v) }
}

async function oldMariadb(server: string): Promise<Old> {
  const uri = server.replace(/\/mysql$/, `/db_${unique()}`)
  const admin = await mysql.createConnection(server)
  await admin.query(`create database ${uri.split('/').at(-1)}`)
  await admin.end()
  const connection = await mysql.createConnection({ uri, multipleStatements: true })
  connection.on('error', () => {})
  await connection.query(versionThree.mysql + rows.replaceAll('"', '`'))
  return {
    address: uri,
    async query(text) {
      const [found] = await connection.query(text)
      return Number(Object(found)[0].v)
    },
  }
}
