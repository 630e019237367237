import { Kysely, SqliteDialect, SqliteQueryCompiler } from 'kysely'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { kysely } from '../../src/storage/kysely.ts'
import { newUser } from './people.ts'

const secrets = ['a secret that is long enough to be one']

/** SQLite in another notation that it understands too, as a dialect of another maker may have it. */
class OtherCompiler extends SqliteQueryCompiler {
  protected override getLeftIdentifierWrapper() {
    return '['
  }
  protected override getRightIdentifierWrapper() {
    return ']'
  }
  protected override getCurrentParameterPlaceholder() {
    return `?${this.numParameters}`
  }
}

class OtherDialect extends SqliteDialect {
  override createQueryCompiler() {
    return new OtherCompiler()
  }
}

test('names and places are written as the compiler of the instance writes them', async () => {
  const dialect = new OtherDialect({ database: new Database(':memory:') })
  const statements: string[] = []
  const db = new Kysely<object>({ dialect, log: ({ query }) => void statements.push(query.sql) })
  const storage = kysely(db, { secrets, migrate: true })
  const user = await storage.createUser(newUser())
  expect(await storage.getUserByEmail(user.email ?? '')).toMatchObject({ id: user.id })
  const written = statements.filter((text) => text.startsWith('insert into [users]'))
  expect(written).toHaveLength(1)
  expect(written[0]).toMatch(/^insert into \[users\] \(\[id\], .*\) values \(\?1, \?2, /)
  expect(statements.filter((text) => /\?(?!\d)/.test(text))).toEqual([])
  await db.destroy()
})

test('a transaction that got no connection in time takes none later', async () => {
  const db = new Kysely<object>({
    dialect: new SqliteDialect({ database: new Database(':memory:') }),
  })
  const storage = kysely(db, { secrets, migrate: true, timeout: 100 })
  expect(await storage.getUser('nobody')).toBeNull()
  // The instance has one connection, which the application uses itself for a while.
  await db.connection().execute(async () => {
    const waiting = storage.transaction(async (inside) => inside.createUser?.(newUser()))
    await expect(waiting).rejects.toMatchObject({ code: 'StorageError' })
  })
  const user = newUser()
  const created = async () => (await storage.createUser(user)).id
  await expect.poll(() => created().catch(() => undefined)).toBe(user.id)
  await db.destroy()
})
