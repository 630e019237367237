import { expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import type { Storage } from '../../src/types/storage.ts'
import { many, newUser, present } from '../storage/people.ts'

const secrets = ['a secret that is long enough to be one']

/** Whose a connection of the pool is, from a transaction's begin to its end. */
export function connectionsContract(newAddress: () => Promise<string>): void {
  const open = async (options: object = {}) => {
    const storage = sql(await newAddress(), { secrets, migrate: true, ...options })
    await storage.migrate()
    return storage
  }

  test('refuses a statement after the end of its transaction, committed or not', async () => {
    const storage = await open({ connections: 1 })
    const kept: Required<Storage>[] = []
    await storage.transaction(async (inside) => void kept.push(present(inside)))
    const failed = storage.transaction(async (inside) => {
      kept.push(present(inside))
      throw new Error('the work failed')
    })
    await expect(failed).rejects.toThrow('the work failed')
    expect(kept).toHaveLength(2)
    for (const late of kept) {
      const user = newUser()
      const refused = { code: 'StorageError', message: expect.stringMatching(/over/) }
      await expect(late.createUser(user)).rejects.toMatchObject(refused)
      expect(await storage.getUser(user.id)).toBeNull()
    }
    await storage.close()
  })

  test('answers in turn what a transaction asks for at once, and commits all of it', async () => {
    const storage = await open({ connections: 1 })
    const users = await storage.transaction(async (inside) => {
      const { createUser, getUser } = present(inside)
      const made = await many(5, () => createUser(newUser()))
      expect(await Promise.all(made.map(({ id }) => getUser(id)))).not.toContain(null)
      return made
    })
    for (const { id } of users) expect(await storage.getUser(id)).toMatchObject({ id })
    await storage.close()
  })

  test('undoes the whole transaction when one of several statements at once fails', async () => {
    const storage = await open({ connections: 1 })
    const user = newUser()
    const failed = storage.transaction(async (inside) => {
      const { createUser } = present(inside)
      await Promise.all([createUser(user), createUser(user), createUser(newUser())])
    })
    await expect(failed).rejects.toMatchObject({ code: 'StorageConflict' })
    expect(await storage.getUser(user.id)).toBeNull()
    expect(await storage.createUser(user)).toMatchObject({ id: user.id })
    await storage.close()
  })

  test('says that the database is closed once it is, however often', async () => {
    const storage = await open()
    await storage.close()
    await storage.close()
    const refused = { code: 'StorageError', message: expect.stringContaining('is closed') }
    await expect(storage.createUser(newUser())).rejects.toMatchObject(refused)
  })
}
