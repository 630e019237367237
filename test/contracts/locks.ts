import { expect } from 'vitest'
import type { Storage, StoredAccount } from '../../src/types/storage.ts'
import { many, newAccount, newPasskey, newSession, present, unique } from '../storage/people.ts'
import type { Can, Person, Use } from './storage.ts'

/** What several servers do at once to what belongs to one user must come out as if they had taken turns. */
export function locksContract(
  use: Use,
  person: Person,
  can: Can,
  clock: { advance(milliseconds: number): void; ownClock: boolean },
): void {
  lockUserContract(use, person, can)
  leaseContract(use, can, clock)
  replaceTokensContract(use, person, can)
  deleteUserContract(use, person, can)
}

function lockUserContract(use: Use, person: Person, can: Can): void {
  can('lockUser')('lockUser reads a user, and nobody where nobody is', async () => {
    const ada = await person({ name: 'Ada' })
    const found = await use().transaction(async (inside) => [
      await inside.lockUser?.(ada.id),
      await inside.lockUser?.(crypto.randomUUID()),
    ])
    expect(found).toMatchObject([{ id: ada.id, name: 'Ada' }, null])
  })

  can('lockUser')('many who disconnect an account at once leave one', async () => {
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
    'one who removes the passkey while another disconnects the account leaves a way in',
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

function leaseContract(
  use: Use,
  can: Can,
  { advance, ownClock }: { advance(milliseconds: number): void; ownClock: boolean },
): void {
  can('lease')('of twenty who ask for a lease at once, one gets it, and may renew it', async () => {
    const key = `long ${'x'.repeat(400)} ${unique()}`
    let asked = 0
    const owners = await many(20, async () => {
      const owner = `server ${asked++}`
      return (await use().lease(key, 60, owner)) ? [owner] : []
    })
    const [holder = '', ...others] = owners.flat()
    expect(others).toEqual([])
    expect(await use().lease(key, 60, holder)).toBe(true)
    expect(await use().lease(unique(), 60, 'another')).toBe(true)
  })

  can('lease')('only its owner gives a lease back', async () => {
    const key = unique()
    expect(await use().lease(key, 60, 'one')).toBe(true)
    await use().releaseLease(key, 'two')
    expect(await use().lease(key, 60, 'two')).toBe(false)
    await use().releaseLease(key, 'one')
    expect(await use().lease(key, 60, 'two')).toBe(true)
    await use().releaseLease(key, 'one')
    expect(await use().lease(key, 60, 'one')).toBe(false)
  })

  can('lease')('a lease runs out', async () => {
    const key = unique()
    expect(await use().lease(key, 0.05, 'one')).toBe(true)
    advance(1000)
    await expect.poll(() => use().lease(key, 60, 'two')).toBe(true)
    expect(await use().lease(key, 60, 'one')).toBe(false)
  })

  if (ownClock) return
  can('lease')(
    'a server whose clock is ahead neither takes nor sweeps the lease of another',
    async () => {
      const key = unique()
      expect(await use().lease(key, 30, 'one')).toBe(true)
      advance(10 * 60_000)
      expect(await use().lease(key, 30, 'two')).toBe(false)
      await use().sweep()
      expect(await use().lease(key, 30, 'two')).toBe(false)
    },
  )
}

function replaceTokensContract(use: Use, person: Person, can: Can): void {
  const connected = async (more: Partial<StoredAccount> = {}) => {
    const account = { ...newAccount((await person()).id), refresh_token: 'old', ...more }
    await use().linkAccount(account)
    const { provider, providerAccountId } = account
    return { account, key: { provider, providerAccountId } }
  }

  can('replaceTokens')(
    'tokens are replaced if the stored one is the one that was sent',
    async () => {
      const { account, key } = await connected({ open_id: 'o-1', scope: 'a' })
      const tokens = { refresh_token: 'new', access_token: 'act.new', granted: ['b'] }
      expect(await use().replaceTokens(key, 'old', tokens)).toBe(true)
      const found = await use().getAccount(key.providerAccountId, key.provider)
      expect(found).toMatchObject({ ...account, ...tokens })
    },
  )

  can('replaceTokens')('what is known about an older token changes nothing', async () => {
    const { account, key } = await connected()
    expect(await use().replaceTokens(key, 'older', { refresh_token: 'lost' })).toBe(false)
    const found = await use().getAccount(key.providerAccountId, key.provider)
    expect(found).toMatchObject(account)
    const nobody = { ...key, providerAccountId: unique() }
    expect(await use().replaceTokens(nobody, 'old', { refresh_token: 'new' })).toBe(false)
  })

  can('replaceTokens')('of ten who replace the same token at once, one does', async () => {
    const { key } = await connected()
    const results = await many(10, async () => {
      const refresh_token = unique()
      return (await use().replaceTokens(key, 'old', { refresh_token })) ? [refresh_token] : []
    })
    const [winner, ...others] = results.flat()
    expect(others).toEqual([])
    const found = await use().getAccount(key.providerAccountId, key.provider)
    expect(found?.refresh_token).toBe(winner)
  })
}

function deleteUserContract(use: Use, person: Person, can: Can): void {
  can('transaction', 'createAuthenticator')(
    'a deletion that fails half way leaves the user with everything',
    async () => {
      const ada = await person()
      const [account, session] = [newAccount(ada.id), newSession(ada.id)]
      await use().linkAccount(account)
      await use().createSession(session)
      await use().createAuthenticator(newPasskey(ada.id))
      const failed = use().transaction(async (inside) => {
        await inside.deleteUser?.(ada.id)
        throw new Error('the work failed')
      })
      await expect(failed).rejects.toThrow('the work failed')
      expect((await use().getUserByAccount(account))?.id).toBe(ada.id)
      expect((await use().getSessionAndUser(session.sessionToken))?.user.id).toBe(ada.id)
      expect(await waysIn(use(), ada.id)).toBe(2)
    },
  )
}
