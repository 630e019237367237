import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as kysely027 from 'kysely027'
import Database from 'libsql'
import { describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { openSqliteFile } from '../../src/stores/sql/sqlite-file.ts'
import { newUser } from './people.ts'
import { inProcesses } from './processes.ts'
import { temporaryFolder } from './servers.ts'

/** What an application keeps besides. */
interface Tables {
  posts: { id: string }
}

const secrets = ['a secret that is long enough to be one']

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

test.each([
  ['options', { url: 'file:./auth.db' }],
  ['a pool', { connect: () => undefined, query: () => undefined }],
])('%s where the database is expected is refused, with what to write', (_, written) => {
  expect(() => sql(written as never, { secrets })).toThrow(
    expect.objectContaining({
      code: 'Configuration',
      message: 'The database is neither an address nor a Kysely instance',
      hint: expect.stringContaining('Pass its address'),
    }),
  )
})

describe('one SQLite file', () => {
  test.each([
    'select 1 as one',
    '-- which one?\n-- this one\nselect 1 as one',
    '/* of ** mine */ select 1 as one',
    'with found as (values (1)) select column1 as one from found',
    'values (1)',
  ])('gives the rows of a statement, however it begins: %j', async (statement) => {
    const { writer } = await openSqliteFile(join(temporaryFolder(), 'auth.db'), 1000)
    const { rows } = writer.run(statement, [])
    expect(rows.map((row) => Object.values(row))).toEqual([[1]])
  })

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

  test.each([
    ['delete', 1],
    ['wal', 0],
  ])('opened by libsql with the journal %s warns %i times', async (journal, times) => {
    const database = new Database(join(temporaryFolder(), 'auth.db'))
    database.exec(`pragma journal_mode = ${journal}`)
    const storage = sql(database, { secrets })
    const warn = vi.fn()
    storage.configure?.({ secrets, now: Date.now, warn, lost: warn })
    await storage.getUser('nobody')
    await storage.getUser('nobody')
    expect(warn.mock.calls.filter(([text]) => text.includes('write-ahead log'))).toHaveLength(times)
    await storage.close()
    database.close()
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

  test('ten processes migrate at once, and one of them does it', async () => {
    const results = await inProcesses(10, {
      address: `file:${join(temporaryFolder(), 'auth.db')}`,
      task: 'migrate',
    })
    expect(results.filter(({ statements }) => statements > 0)).toHaveLength(1)
  })
})
