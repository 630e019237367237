import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CamelCasePlugin, Kysely, SqliteDialect } from 'kysely'
import * as kysely027 from 'kysely027'
import * as kysely029 from 'kysely029'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { openSqliteFile } from '../../src/stores/sql/sqlite-file.ts'
import { storageContract } from '../contracts/storage.ts'
import { concurrencyStories } from './concurrency.ts'
import { newSession, newUser } from './people.ts'
import { inProcesses } from './processes.ts'
import { temporaryFolder } from './servers.ts'

/** What an application keeps besides. */
interface Tables {
  posts: { id: string }
}

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

// The application's own copy of Kysely: the version that ours is, and the newest.
const instances = {
  '0.28': () =>
    new Kysely<Tables>({
      dialect: new SqliteDialect({ database: new Database(':memory:') }),
      // The application's plugins are for its own tables.
      plugins: [new CamelCasePlugin()],
    }),
  '0.29': () =>
    new kysely029.Kysely<Tables>({
      dialect: new kysely029.SqliteDialect({ database: new Database(':memory:') }),
      plugins: [new kysely029.CamelCasePlugin()],
    }),
}

for (const [version, newInstance] of Object.entries(instances)) {
  storageContract(`SQLite through a Kysely ${version} instance of the application`, async () => {
    let ahead = 0
    const db = newInstance()
    const storage = sql(db, { secrets, migrate: true, now: () => Date.now() + ahead })
    return {
      storage,
      advance: (by) => {
        ahead += by
      },
      close: () => db.destroy(),
    }
  })
}

test('a Kysely instance that is too old is refused, with what to do', () => {
  const dialect = new kysely027.SqliteDialect({ database: new Database(':memory:') })
  const db = new kysely027.Kysely<Tables>({ dialect })
  // @ts-expect-error the compiler refuses it too
  const open = () => sql(db, { secrets })
  expect(open).toThrow(
    expect.objectContaining({
      code: 'Configuration',
      message: 'The Kysely instance is of a version before 0.28',
      hint: expect.stringContaining('npm i kysely@latest'),
    }),
  )
})

describe('one SQLite file', () => {
  const newDatabase = async () => `file:${join(temporaryFolder(), 'auth.db')}`
  concurrencyStories(newDatabase)

  test('every connection waits a moment for other writers, and holds foreign keys', async () => {
    const { writer, reader } = await openSqliteFile(join(temporaryFolder(), 'auth.db'), 1000)
    for (const connection of [writer, reader]) {
      const pragma = (name: string) =>
        Object.values(connection?.run(`pragma ${name}`, []).rows[0] ?? {})
      expect(pragma('busy_timeout')).toEqual([20])
      expect(pragma('foreign_keys')).toEqual([1])
      connection?.close()
    }
  })

  test('only the owner of the process can read its files, whatever the umask', async () => {
    const folder = temporaryFolder()
    const modes = () =>
      readdirSync(folder)
        .sort()
        .map((name) => `${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`)
    const umask = process.umask(0)
    try {
      const storage = sql(`file:${join(folder, 'auth.db')}`, { secrets })
      await storage.createUser(newUser())
      expect(modes()).toEqual(['auth.db 600', 'auth.db-shm 600', 'auth.db-wal 600'])
      await storage.close()
      // A file that somebody shares on purpose keeps its permissions, and so do those beside it.
      chmodSync(join(folder, 'auth.db'), 0o640)
      const again = sql(`file:${join(folder, 'auth.db')}`, { secrets })
      await again.createUser(newUser())
      expect(modes()).toEqual(['auth.db 640', 'auth.db-shm 640', 'auth.db-wal 640'])
      await again.close()
    } finally {
      process.umask(umask)
    }
  })

  test('a session is there or not, even where nothing of it is to be changed', async () => {
    const storage = sql(await newDatabase(), { secrets })
    const { id } = await storage.createUser(newUser())
    const session = newSession(id)
    const { sessionToken } = await storage.createSession(session)
    expect(await storage.updateSession({ sessionToken })).toEqual({ sessionToken })
    const longer = { sessionToken, expires: new Date('2031-01-01') }
    expect(await storage.updateSession(longer)).toEqual(longer)
    await storage.deleteSession(sessionToken)
    expect(await storage.updateSession({ sessionToken })).toBeNull()
    await storage.close()
  })

  test('ten processes migrate at once, and one of them does it', async () => {
    const results = await inProcesses(10, { address: await newDatabase(), task: 'migrate' })
    expect(results.filter(({ statements }) => statements > 0)).toHaveLength(1)
  })
})
