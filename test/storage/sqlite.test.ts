import { join } from 'node:path'
import { CamelCasePlugin, Kysely, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { storageContract } from '../contracts/storage.ts'
import { concurrencyStories } from './concurrency.ts'
import { inProcesses } from './processes.ts'
import { temporaryFolder } from './servers.ts'

const secrets = ['a secret that is long enough to be one']

for (const [name, address] of [
  ['SQLite in a file', () => `file:${join(temporaryFolder(), 'auth.db')}`],
  ['SQLite in memory', () => ':memory:'],
  ['SQLite by a driver of the application', () => new Database(':memory:')],
] as const) {
  storageContract(name, async () => {
    let ahead = 0
    const storage = sql(address(), { secrets, now: () => Date.now() + ahead })
    return {
      storage,
      advance: (by) => {
        ahead += by
      },
      close: async () => storage.close(),
    }
  })
}

storageContract('SQLite through a Kysely instance of the application', async () => {
  let ahead = 0
  const dialect = new SqliteDialect({ database: new Database(':memory:') })
  // The application's plugins are for its own tables.
  const db = new Kysely<{ posts: { id: string } }>({ dialect, plugins: [new CamelCasePlugin()] })
  const storage = sql(db, { secrets, migrate: true, now: () => Date.now() + ahead })
  return {
    storage,
    advance: (by) => {
      ahead += by
    },
    close: () => db.destroy(),
  }
})

describe('one SQLite file', () => {
  const newDatabase = async () => `file:${join(temporaryFolder(), 'auth.db')}`
  concurrencyStories(newDatabase)

  test('ten processes migrate at once, and one of them does it', async () => {
    const results = await inProcesses(10, { address: await newDatabase(), task: 'migrate' })
    expect(results.filter(({ statements }) => statements > 0)).toHaveLength(1)
  }, 60_000)
})
