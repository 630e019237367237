import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { describe, expect, test } from 'vitest'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { memory } from '../../src/storage/memory.ts'
import { type SqlStorage, sql } from '../../src/storage/sql.ts'
import type { Storage } from '../../src/types/storage.ts'
import { drizzleTables } from './authjs-tables.ts'
import { drizzleOn } from './drizzle.ts'
import { newAccount, newItem, newPasskey, newSession, newUser } from './people.ts'
import { temporaryFolder } from './servers.ts'

test('an adapter gets exactly the keys that it is made for, and no undefined', async () => {
  const calls: Record<string, unknown[]> = {}
  const record =
    (name: string, answer: (first: unknown) => unknown = () => null) =>
    (...args: unknown[]) => {
      calls[name] = args
      return answer(args[0])
    }
  const same = (value: unknown) => value
  const storage = fromAdapter({
    createUser: record('createUser', same),
    linkAccount: record('linkAccount'),
    createSession: record('createSession', same),
    updateSession: record('updateSession'),
    getUserByAccount: record('getUserByAccount'),
    useVerificationToken: record('useVerificationToken'),
  } as Storage)
  const user = newUser()
  await storage.createUser?.({ ...user, ...{ role: undefined } })
  expect(Object.keys(Object(calls.createUser?.[0])).sort()).toEqual(Object.keys(user).sort())
  const account = { ...newAccount(user.id), access_token: 'a' }
  await storage.linkAccount?.({ ...account, refresh_expires_at: 1 })
  expect(calls.linkAccount).toEqual([account])
  expect(calls.getUserByAccount?.[0]).toEqual({
    provider: account.provider,
    providerAccountId: account.providerAccountId,
  })
  const session = newSession(user.id)
  await storage.createSession?.({ ...session, userAgent: 'A browser', createdAt: new Date() })
  expect(calls.createSession).toEqual([session])
  const { sessionToken, expires } = session
  await storage.updateSession?.({ sessionToken, expires, lastUsedAt: new Date() })
  expect(calls.updateSession).toEqual([{ sessionToken, expires }])
})

test('an adapter with numbers for ids and text for dates gives the types it promises', async () => {
  const user = { id: 7, email: 'a@a.test', emailVerified: '2026-01-01T00:00:00.000Z' }
  const session = { sessionToken: 't', userId: 7, expires: '2026-01-01T00:00:00.000Z' }
  const storage = fromAdapter({ getSessionAndUser: () => ({ session, user }) } as never)
  const date = new Date('2026-01-01T00:00:00.000Z')
  expect(await storage.getSessionAndUser?.('t')).toEqual({
    user: { ...user, id: '7', emailVerified: date },
    session: { sessionToken: 't', userId: '7', expires: date },
  })
})

test('a failed write is a conflict if the row is there afterwards, and an error if not', async () => {
  let there = false
  const storage = fromAdapter({
    getUserByAccount: () => (there ? newUser() : null),
    linkAccount: () => {
      there = !there
      throw new Error('the database said no')
    },
  })
  const link = () => storage.linkAccount?.(newAccount('1'))
  await expect(link()).rejects.toMatchObject({ code: 'StorageConflict' })
  there = false
  const dead = fromAdapter({
    getUserByAccount: () => null,
    linkAccount: () => Promise.reject(new Error('no')),
  })
  const failed = dead.linkAccount?.(newAccount('1'))
  await expect(failed).rejects.toMatchObject({ code: 'StorageError' })
})

test('an adapter whose database ignores case and accents finds nobody else', async () => {
  const user = newUser({ id: 'Ada', email: 'ada@a.test' })
  const session = { ...newSession('Ada'), sessionToken: 'abc' }
  const token = { identifier: 'ada@a.test', token: 'x', expires: new Date() }
  const storage = fromAdapter({
    getUser: () => user,
    getUserByEmail: () => user,
    getSessionAndUser: () => ({ session, user }),
    useVerificationToken: () => token,
    getAccount: () => ({ ...newAccount('Ada'), providerAccountId: 'A' }),
    getAuthenticator: () => ({ ...newPasskey('Ada'), credentialID: 'c' }),
  })
  expect(await storage.getUserByEmail?.('ada@a.test')).toEqual(user)
  for (const email of ['adá@a.test', 'ADA@a.test']) {
    expect(await storage.getUserByEmail?.(email)).toBeNull()
  }
  expect(await storage.getUser?.('ada')).toBeNull()
  expect(await storage.getSessionAndUser?.('ABC')).toBeNull()
  expect(await storage.useVerificationToken?.(token)).toEqual(token)
  expect(await storage.useVerificationToken?.({ ...token, identifier: 'ADA@a.test' })).toBeNull()
  expect(await storage.useVerificationToken?.({ ...token, token: 'X' })).toBeNull()
  expect(await storage.getAccount?.('a', 'platform')).toBeNull()
  expect(await storage.getAuthenticator?.('C')).toBeNull()
})

test('an account that differs by case is nobody else’s where the database ignores case', async () => {
  const tables = drizzleTables.replaceAll('providerAccountId text', '$& collate nocase')
  const storage = fromAdapter(DrizzleAdapter(drizzleOn(tables)))
  const ada = await storage.createUser?.(newUser())
  const account = { ...newAccount(ada?.id ?? ''), providerAccountId: 'Victim' }
  await storage.linkAccount?.(account)
  expect((await storage.getUserByAccount?.(account))?.id).toBe(ada?.id)
  const other = { ...account, providerAccountId: 'victim' }
  expect(await storage.getUserByAccount?.(other)).toBeNull()
  const mallory = await storage.createUser?.(newUser())
  const linked = storage.linkAccount?.({ ...other, userId: mallory?.id ?? '' })
  await expect(linked).rejects.toMatchObject({ code: 'StorageError', field: 'accounts' })
  await storage.unlinkAccount?.(other)
  expect((await storage.getUserByAccount?.(account))?.id).toBe(ada?.id)
})

test('deleting a session that is gone is no failure, even if the adapter thinks so', async () => {
  const storage = fromAdapter({
    getSessionAndUser: () => null,
    deleteSession: () => Promise.reject(new Error('P2025')),
    updateSession: () => Promise.reject(new Error('P2025')),
  })
  await expect(storage.deleteSession?.('gone')).resolves.toBeNull()
  const prolonged = storage.updateSession?.({ sessionToken: 'gone', expires: new Date() })
  await expect(prolonged).resolves.toBeNull()
})

test('one of our own storages passes through unchanged', () => {
  const storage = memory()
  expect(fromAdapter(storage)).toBe(storage)
})

describe('items beside an adapter', () => {
  test('are kept in one table without a foreign key, which `migrate` makes', async () => {
    const path = join(temporaryFolder(), 'items.db')
    const items = sql(`file:${path}`, { secrets: [], migrate: false })
    const storage = fromAdapter(DrizzleAdapter(drizzleOn()), { items })
    const put = async () => storage.putItem?.(newItem())
    await expect(put()).rejects.toMatchObject({
      code: 'Configuration',
      hint: expect.stringContaining('npx porticojs migrate'),
    })
    if (!('migrate' in storage && typeof storage.migrate === 'function')) throw new Error('none')
    const printed: string[] = await storage.migrate({ print: true })
    expect(printed.join()).not.toContain('foreign key')
    expect(await storage.migrate()).toEqual(printed)
    expect(await storage.migrate()).toEqual([])
    const user = await storage.createUser?.(newUser())
    const item = newItem({ userId: user?.id ?? '' })
    await storage.putItem?.(item)
    expect(await storage.getItemAndUser?.(item)).toMatchObject({ item, user: { id: user?.id } })
    const orphan = async () => storage.putItem?.(newItem({ userId: 'nobody' }))
    await expect(orphan()).rejects.toMatchObject({ code: 'StorageConflict' })
    await storage.deleteUser?.(user?.id ?? '')
    expect(await storage.getItem?.(item)).toBeNull()
    await storage.close?.()
    const database = new DatabaseSync(path)
    const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all()
    expect(tables).toEqual([{ name: 'portico_items' }])
    database.close()
    const whole = sql(`file:${path}`, { secrets: [] })
    await whole.createUser(newUser())
    expect(await whole.migrate()).toEqual([])
    await whole.close()
  })

  test('need a storage in SQL', () => {
    const items: object = memory()
    const wrong = () => fromAdapter(DrizzleAdapter(drizzleOn()), { items: items as SqlStorage })
    expect(wrong).toThrow(expect.objectContaining({ code: 'Configuration', field: 'items' }))
  })
})
