import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { newAccount, newSession, newUser, signIn, unique } from '../storage/people.ts'
import { startProcess } from '../storage/processes.ts'
import { temporaryFolder } from '../storage/servers.ts'

const secrets = ['a secret that is long enough to be one']
const later = new Date('2040-01-01')

function newFile() {
  const path = join(temporaryFolder(), 'auth.db')
  return { path, address: `file:${path}` }
}

function stranger() {
  return { email: `${unique()}@a.test`, provider: 'platform', providerAccountId: unique() }
}

function count(database: DatabaseSync, text: string): number {
  return Number(database.prepare(`select count(*) as n from ${text}`).get()?.n)
}

function expectWhole(database: DatabaseSync): void {
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(database.prepare('pragma foreign_key_check').all()).toEqual([])
  expect(count(database, 'users')).toBe(count(database, 'accounts'))
}

test('ten processes write to one file and are killed', async () => {
  const { path, address } = newFile()
  const storage = sql(address, { secrets })
  await storage.migrate()
  const database = new DatabaseSync(path)
  const workers = Array.from({ length: 10 }, () => startProcess({ address, task: 'forever' }))
  for (const { report } of workers) report.catch(() => {})
  while (count(database, 'users') < 40) await new Promise((wait) => setTimeout(wait, 20))
  for (const worker of workers) worker.kill()
  await Promise.allSettled(workers.map(({ report }) => report))
  expect(await signIn(storage, stranger())).toBeTruthy()
  await storage.close()
  expectWhole(database)
  database.close()
})

test('a file that somebody locks is waited for, and the process goes on meanwhile', async () => {
  const { path, address } = newFile()
  const storage = sql(address, { secrets })
  const who = stranger()
  await signIn(storage, who)
  const other = new DatabaseSync(path)
  other.exec('begin immediate')
  let ticks = 0
  const clock = setInterval(() => {
    // Reading does not wait for the writer.
    void storage.getUserByAccount(who)
    if (++ticks === 20) other.exec('rollback')
  }, 5)
  expect(await signIn(storage, stranger())).toBeTruthy()
  clearInterval(clock)
  expect(ticks).toBeGreaterThanOrEqual(20)
  other.close()
  await storage.close()
})

test('a transaction that never ends keeps the others waiting, but not for ever', async () => {
  const storage = sql(newFile().address, { secrets, timeout: 100 })
  await storage.migrate()
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const endless = storage.transaction(() => end)
  const waiting = Array.from({ length: 5 }, () => storage.createUser(newUser()))
  for (const attempt of await Promise.allSettled(waiting)) {
    expect(attempt).toMatchObject({ status: 'rejected', reason: { code: 'StorageError' } })
  }
  finish()
  await endless
  await expect(storage.createUser(newUser())).resolves.toBeTruthy()
  await storage.close()
})

test('a file that stays locked is an error that says so, and works once it is free', async () => {
  const { path, address } = newFile()
  const storage = sql(address, { secrets, timeout: 100 })
  await storage.migrate()
  const other = new DatabaseSync(path)
  other.exec('begin immediate')
  await expect(storage.createUser(newUser())).rejects.toMatchObject({
    code: 'StorageError',
    message: expect.stringContaining('stayed locked'),
  })
  other.exec('rollback')
  await expect(storage.createUser(newUser())).resolves.toBeTruthy()
  other.close()
  await storage.close()
})

test('a full disk is an error that says so; what was begun is undone, and space helps', async () => {
  const database = new DatabaseSync(':memory:')
  const storage = sql(database, { secrets })
  await storage.migrate()
  const { page_count: pages } = database.prepare('pragma page_count').get() ?? {}
  database.exec(`pragma max_page_count = ${Number(pages) + 2}`)
  const long = 'x'.repeat(5000)
  const first = newUser()
  const filling = storage.transaction(async (inside) => {
    await inside.createUser?.(first)
    for (let i = 0; i < 10; i++) await inside.createUser?.({ ...newUser(), name: long })
  })
  await expect(filling).rejects.toMatchObject({
    code: 'StorageError',
    message: expect.stringContaining('full'),
  })
  expect(await storage.getUser(first.id)).toBeNull()
  database.exec('pragma max_page_count = 10000')
  await expect(storage.createUser({ ...newUser(), name: long })).resolves.toBeTruthy()
  await storage.close()
})

test('a read-only file still answers, and refuses to write with the reason', async () => {
  const { path, address } = newFile()
  const writable = sql(address, { secrets })
  const who = stranger()
  await signIn(writable, who)
  await writable.close()
  const storage = sql(new DatabaseSync(path, { readOnly: true }), { secrets })
  expect(await storage.getUserByAccount(who)).toMatchObject({ email: who.email })
  await expect(storage.createUser(newUser())).rejects.toMatchObject({
    code: 'StorageError',
    message: expect.stringContaining('readonly'),
  })
  await storage.close()
})

test('a folder that does not exist and a file that is no database are named as such', async () => {
  const nowhere = join(temporaryFolder(), 'no', 'auth.db')
  const missing = sql(`file:${nowhere}`, { timeout: 100 })
  await expect(missing.getUser('1')).rejects.toMatchObject({
    code: 'StorageError',
    message: `SQLite is unable to open ${nowhere}`,
    hint: expect.stringContaining('folder'),
  })
  await missing.close()
  const { path, address } = newFile()
  const { writeFileSync } = await import('node:fs')
  writeFileSync(path, 'this is not a database, and long enough to be looked at as one'.repeat(20))
  const noise = sql(address, { timeout: 100 })
  await expect(noise.getUser('1')).rejects.toMatchObject({
    code: 'StorageError',
    message: expect.stringContaining('not a database'),
  })
  await noise.close()
})

test('a clock that jumps opens nothing early and locks nobody out for good', async () => {
  let now = Date.parse('2026-06-01T00:00:00Z')
  const storage = sql(newFile().address, { secrets, now: () => now })
  const minute = 60_000
  expect(await storage.claim('code', new Date(now + 10 * minute))).toBe(true)
  expect(await storage.hit('person', 60)).toBe(1)
  now -= 365 * 24 * 60 * minute
  expect(await storage.claim('code', new Date(now + 10 * minute))).toBe(false)
  expect(await storage.hit('person', 60)).toBe(2)
  now += 2 * 365 * 24 * 60 * minute
  expect(await storage.hit('person', 60)).toBe(1)
  expect(await storage.claim('code', new Date(now + 10 * minute))).toBe(true)
  const user = await storage.createUser(newUser())
  await storage.linkAccount(newAccount(user.id))
  const session = { ...newSession(user.id), expires: later }
  await storage.createSession(session)
  await storage.sweep()
  expect(await storage.getSessionAndUser(session.sessionToken)).not.toBeNull()
  await storage.close()
})

test('an opening that failed is tried again at the next use', async () => {
  const { path, address } = newFile()
  const blocker = new DatabaseSync(path)
  blocker.exec('pragma journal_mode = delete; create table x (y); begin exclusive')
  const storage = sql(address, { secrets, timeout: 100 })
  await expect(storage.createUser(newUser())).rejects.toMatchObject({ code: 'StorageError' })
  blocker.exec('rollback')
  blocker.close()
  await expect(storage.createUser(newUser())).resolves.toBeTruthy()
  await storage.close()
})
