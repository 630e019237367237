import { expect, test } from 'vitest'
import type { Storage } from '../../../src/types/storage.ts'
import { newAccount, newSession, newUser, present, unique } from '../../storage/people.ts'
import { later, type Subject } from './stage.ts'

type Attempt = (storage: Required<Storage>, text: string) => unknown

/** What is asked of a storage whose server has gone; a text that must not be told is in each. */
const attempts: Readonly<Partial<Record<keyof Storage, Attempt>>> = {
  getUserByEmail: (storage, text) => storage.getUserByEmail(text),
  getSessionAndUser: (storage, text) => storage.getSessionAndUser(text),
  createUser: (storage, text) => storage.createUser(newUser({ name: text })),
  claim: (storage, text) => storage.claim(text, later),
  lease: (storage, text) => storage.lease(text, 60, text),
  transaction: (storage, text) =>
    storage.transaction(async (inside) => inside.linkAccount?.(newAccount(text))),
}

/** A server that is gone is an error that says so, and no longer one when it is back. */
export function lostConnectionContract(
  subject: () => Subject,
  refused: readonly (keyof Storage)[],
): void {
  test('says that the storage failed while its server is gone, and works again after', async () => {
    const { server } = subject()
    const storage = present(subject().storage)
    await storage.createUser(newUser())
    await server?.kill()
    const text = unique()
    const able = Object.entries(attempts).filter(([name]) => !refused.some((one) => one === name))
    try {
      for (const [name, attempt] of able) {
        const refusal = await Promise.resolve(attempt(storage, text)).catch((error) => error)
        expect([name, refusal]).toEqual([name, expect.objectContaining({ code: 'StorageError' })])
        expect(String(refusal)).not.toContain(text)
      }
    } finally {
      // Other storages are tested on it as well.
      await server?.restart()
    }
    const back = async () => {
      const user = await storage.createUser(newUser())
      const session = newSession(user.id)
      await storage.createSession(session)
      return (await storage.getSessionAndUser(session.sessionToken))?.user.id === user.id
    }
    await expect.poll(() => back().catch(() => false)).toBe(true)
  })
}
