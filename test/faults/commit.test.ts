import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { newUser } from '../storage/people.ts'

const secrets = ['a secret that is long enough to be one']

/** A database whose next commits fail as SQLite fails them: it has rolled back by itself. */
function failingCommits(failures: { errcode: number; message: string }[]) {
  const database = new DatabaseSync(':memory:')
  return {
    prepare: (text: string) => database.prepare(text),
    close: () => database.close(),
    exec(text: string) {
      const failure = text === 'commit' ? failures.shift() : undefined
      if (!failure) return database.exec(text)
      database.exec('rollback')
      throw Object.assign(new Error(failure.message), failure)
    },
  }
}

test('a failed COMMIT is reported as what it is, not as the ROLLBACK after it', async () => {
  const failures: { errcode: number; message: string }[] = []
  const storage = sql(failingCommits(failures), { secrets })
  await storage.migrate()
  failures.push({ errcode: 13, message: 'database or disk is full' })
  const user = newUser()
  const failed = storage.transaction(async (inside) => inside.createUser?.(user))
  await expect(failed).rejects.toMatchObject({
    code: 'StorageError',
    message: expect.stringContaining('database or disk is full'),
  })
  expect(await storage.getUser(user.id)).toBeNull()
  await expect(storage.transaction(async (inside) => inside.createUser?.(user))).resolves.toEqual(
    user,
  )
  await storage.close()
})

test('a COMMIT that met a lock is tried again with the whole transaction', async () => {
  const failures: { errcode: number; message: string }[] = []
  const storage = sql(failingCommits(failures), { secrets })
  await storage.migrate()
  failures.push({ errcode: 5, message: 'database is locked' })
  let runs = 0
  const user = newUser()
  await storage.transaction(async (inside) => {
    runs++
    await inside.createUser?.(user)
  })
  expect(runs).toBe(2)
  expect(await storage.getUser(user.id)).toMatchObject({ id: user.id })
  await storage.close()
})
