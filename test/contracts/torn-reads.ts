import { expect, test } from 'vitest'
import type { Storage } from '../../src/types/storage.ts'
import { newAccount, newUser } from '../storage/people.ts'

type Server = Required<Storage>

/** For storages whose transactions read without locks, and look at the end whether what they read is still so. */
export function tornReadContract(open: () => Promise<readonly [Server, Server]>): void {
  test('a refusal that rests on what has changed between two reads is decided anew', async () => {
    const [storage, other] = await open()
    const email = 'ada@example.com'
    const user = newUser({ email })
    const account = newAccount(user.id)
    let attempts = 0
    const found = await storage.transaction(async (inside) => {
      const known = await inside.getUserByAccount?.(account)
      if (attempts++ === 0) {
        await other.createUser(user)
        await other.linkAccount(account)
      }
      const namesake = await inside.getUserByEmail?.(email)
      if (!known && namesake) throw new Error('somebody else has the address')
      return known
    })
    expect(found?.id).toBe(user.id)
    expect(attempts).toBe(2)
  })

  test('a refusal that rests on what is so is believed at once', async () => {
    const [storage] = await open()
    const user = await storage.createUser(newUser())
    let attempts = 0
    const refused = storage.transaction(async (inside) => {
      attempts++
      if (await inside.getUser?.(user.id)) throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    expect(attempts).toBe(1)
  })
}
