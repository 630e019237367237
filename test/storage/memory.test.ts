import { describe, expect, test } from 'vitest'
import { memory } from '../../src/storage/memory.ts'
import { newUser } from './people.ts'

describe('memory is bounded', () => {
  const later = new Date('2040-01-01')

  test('a full storage refuses new users and keeps the old ones', async () => {
    const storage = memory({ limit: 3 })
    const users = [newUser(), newUser(), newUser()]
    for (const user of users) await storage.createUser(user)
    await expect(storage.createUser(newUser())).rejects.toMatchObject({ code: 'StorageError' })
    for (const { id } of users) expect(await storage.getUser(id)).toMatchObject({ id })
  })

  test('a transaction that does not fit leaves nothing', async () => {
    const storage = memory({ limit: 3 })
    await storage.createUser(newUser())
    const first = newUser()
    const all = storage.transaction(async (inside) => {
      for (const user of [first, newUser(), newUser()]) await inside.createUser?.(user)
    })
    await expect(all).rejects.toMatchObject({ code: 'StorageError' })
    expect(await storage.getUser(first.id)).toBeNull()
  })

  test('strangers fill it with claims: others go on, and what was used stays used', async () => {
    let now = 0
    const storage = memory({ limit: 100, now: () => now })
    const keys = Array.from({ length: 20_000 }, (_, n) => `flow ${n}`)
    for (const key of keys) expect(await storage.claim(key, new Date(1000))).toBe(true)
    for (const key of keys) expect(await storage.claim(key, later)).toBe(false)
    const inside = storage.transaction(async (transaction) => [
      await transaction.claim?.('flow 0', later),
      await transaction.claim?.('a new flow', later),
    ])
    expect(await inside).toEqual([false, true])
    now = 1000
    expect(await storage.claim('flow 0', later)).toBe(true)
  })

  test('of one-time tokens and rate limits the oldest go', async () => {
    const storage = memory({ limit: 3 })
    for (const token of ['a', 'b', 'c', 'd']) {
      await storage.createVerificationToken({ identifier: 'x', token, expires: later })
      await storage.hit(token, 60)
    }
    expect(await storage.useVerificationToken({ identifier: 'x', token: 'a' })).toBeNull()
    expect(await storage.useVerificationToken({ identifier: 'x', token: 'd' })).not.toBeNull()
    expect(await storage.hit('d', 60)).toBe(2)
  })
})

test('a write outside waits for the transaction, a read sees only what is finished', async () => {
  const storage = memory()
  const user = newUser()
  const { promise: paused, resolve: go } = Promise.withResolvers<void>()
  const transaction = storage.transaction(async (inside) => {
    await inside.createUser?.(user)
    await paused
  })
  expect(await storage.getUser(user.id)).toBeNull()
  const outside = storage.createUser({ ...newUser(), email: user.email ?? null })
  go()
  await transaction
  await expect(outside).rejects.toMatchObject({ code: 'StorageConflict' })
  expect(await storage.getUser(user.id)).not.toBeNull()
})
