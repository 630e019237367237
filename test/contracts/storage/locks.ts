import { expect } from 'vitest'
import type { Storage } from '../../../src/types/storage.ts'
import { newAccount, newPasskey, present } from '../../storage/people.ts'
import { race, type Stage } from './stage.ts'

/** What several servers do at once to what belongs to one user comes out as if they had taken turns. */
export function locksContract({ use, person, can }: Stage): void {
  can('lockUser')('reads a user whom it locks, and nobody where nobody is', async () => {
    const ada = await person({ name: 'Ada' })
    const found = await use().transaction(async (inside) => [
      await inside.lockUser?.(ada.id),
      await inside.lockUser?.(crypto.randomUUID()),
    ])
    expect(found).toMatchObject([{ id: ada.id, name: 'Ada' }, null])
  })

  can('lockUser')('loses no change of five who read a locked user, and write', async () => {
    const ada = await person({ name: '0' })
    const { refused } = await race(5, () =>
      use().transaction(async (inside) => {
        const { name } = Object(await inside.lockUser?.(ada.id))
        await inside.updateUser?.({ id: ada.id, name: String(Number(name) + 1) })
      }),
    )
    // Where nothing is locked, one that was too late is refused, and nothing of it is written.
    const written = 5 - refused.length
    expect(refused.filter((code) => !/^Storage/.test(String(code)))).toEqual([])
    expect(await use().getUser(ada.id)).toMatchObject({ name: String(written) })
    expect(written).toBeGreaterThan(0)
  })

  can('lockUser')('leaves one account where many disconnect at once', async () => {
    for (let round = 0; round < 5; round++) {
      const ada = await person()
      const accounts = Array.from({ length: 4 }, () => newAccount(ada.id))
      for (const account of accounts) await use().linkAccount(account)
      await Promise.all(
        accounts.map((account) =>
          unlessLast(use(), ada.id, (inside) => inside.unlinkAccount(account)),
        ),
      )
      expect(await use().listAccounts(ada.id)).toHaveLength(1)
    }
  })

  can('lockUser', 'deleteAuthenticator')(
    'leaves a way in where one removes the passkey while another disconnects the account',
    async () => {
      for (let round = 0; round < 5; round++) {
        const ada = await person()
        const [account, passkey] = [newAccount(ada.id), newPasskey(ada.id)]
        await use().linkAccount(account)
        await use().createAuthenticator(passkey)
        await Promise.all([
          unlessLast(use(), ada.id, (inside) => inside.unlinkAccount(account)),
          unlessLast(use(), ada.id, (inside) => inside.deleteAuthenticator(passkey.credentialID)),
        ])
        expect(await waysIn(use(), ada.id)).toBe(1)
      }
    },
  )
}

/** Removes a way in, as the engine does: counts and removes in one transaction that has locked the user. */
function unlessLast(
  storage: Required<Storage>,
  userId: string,
  remove: (inside: Required<Storage>) => unknown,
): Promise<void> {
  return storage.transaction(async (transaction) => {
    const inside = present(transaction)
    await inside.lockUser(userId)
    if ((await waysIn(inside, userId)) > 1) await remove(inside)
  })
}

async function waysIn(storage: Required<Storage>, userId: string): Promise<number> {
  const accounts = await storage.listAccounts(userId)
  return accounts.length + (await storage.listAuthenticatorsByUserId(userId)).length
}
