import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { type SqlStorage, sql } from '../../src/storage/sql.ts'
import { newUser } from './people.ts'
import { ofThisSuite, temporaryFolder } from './servers.ts'
import { isInstalled, takeOver } from './taken-over.ts'

/** As long as a statement may take; the table is locked for three times as long. */
const timeout = 500

const tables = [
  'create table users (id varchar(50) primary key, name varchar(50), email varchar(50), "emailVerified" varchar(50), image varchar(50))',
]

/** What somebody else does, and what ends it, so that no column can be added to the users. */
const locks = {
  PostgreSQL: ['begin; lock table users in access share mode', 'commit'],
  MariaDB: ['lock tables users read', 'unlock tables'],
} as const

for (const name of (['PostgreSQL', 'MariaDB'] as const).filter(ofThisSuite)) {
  describe.skipIf(!isInstalled(name))(`a migration of ${name} that takes long`, () => {
    test('is waited for by the other servers, and happens once', async () => {
      const { storage, run, close } = await takeOver(name, tables, { timeout })
      const [lock, unlock] = locks[name]
      await run(lock)
      await migrateMeanwhile([storage, storage], () => run(unlock))
      await storage.createUser(newUser())
      await close()
    })
  })
}

test('a migration of a SQLite file that takes long is waited for, and happens once', async () => {
  const path = join(temporaryFolder(), 'auth.db')
  const other = new DatabaseSync(path)
  other.exec('pragma journal_mode = wal; begin immediate; create table mine (id integer)')
  const servers = [1, 2].map((connections) => sql(`file:${path}`, { timeout, connections }))
  await migrateMeanwhile(servers, async () => other.exec('commit'))
  other.close()
  for (const server of servers) await server.close()
})

async function migrateMeanwhile(servers: SqlStorage[], unlock: () => Promise<unknown>) {
  const migrations = Promise.allSettled(servers.map((server) => server.migrate()))
  await new Promise((resolve) => setTimeout(resolve, timeout * 3))
  await unlock()
  const results = (await migrations).map((result) =>
    result.status === 'fulfilled' ? result.value.length > 0 : result.reason,
  )
  expect(results.sort()).toEqual([false, true])
}
