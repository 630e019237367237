import { expect } from 'vitest'
import type { Storage } from '../../../src/types/storage.ts'
import {
  many,
  newAccount,
  newPasskey,
  newSession,
  newUser,
  present,
  signIn,
  unique,
} from '../../storage/people.ts'
import { later, race, type Stage } from './stage.ts'

const failure = new Error('the work failed')

/** Transactions happen whole or not at all, and nobody sees half of one. */
export function transactionsContract(stage: Stage): void {
  wholeContract(stage)
  undoneContract(stage)
  besideContract(stage)
}

function wholeContract({ use, can }: Stage): void {
  can('transaction')('happens whole', async () => {
    const user = newUser()
    const session = await use().transaction(async (inside) => {
      const storage = present(inside)
      const { id } = await storage.createUser(user)
      await storage.linkAccount(newAccount(id))
      expect(await storage.getUserByEmail(user.email ?? '')).not.toBeNull()
      return storage.createSession(newSession(id))
    })
    const found = await use().getSessionAndUser(session.sessionToken)
    expect(found?.user.email).toBe(user.email)
  })

  can('transaction')('sees its own changes', async () => {
    const user = newUser({ name: 'Ada' })
    const token = { identifier: unique(), token: unique(), expires: later }
    await use().transaction(async (inside) => {
      const storage = present(inside)
      const { id } = await storage.createUser(user)
      const [account, kept, gone] = [newAccount(id), newSession(id), newSession(id)]
      const passkey = newPasskey(id)
      await storage.linkAccount({ ...account, scope: 'a' })
      for (const session of [kept, gone]) await storage.createSession(session)
      await storage.createAuthenticator(passkey)
      await storage.createVerificationToken(token)
      await storage.updateUser({ id, name: 'Countess' })
      const { provider, providerAccountId } = account
      await storage.updateAccount({ provider, providerAccountId, scope: 'b' })
      expect(await storage.getUserByAccount(account)).toMatchObject({ id, name: 'Countess' })
      expect(await storage.getAccount(providerAccountId, provider)).toMatchObject({ scope: 'b' })
      expect(await storage.listAccounts(id)).toHaveLength(1)
      expect(await storage.deleteSessions(id, kept.sessionToken)).toBe(1)
      expect(await storage.getSessionAndUser(gone.sessionToken)).toBeNull()
      expect((await storage.getSessionAndUser(kept.sessionToken))?.user.name).toBe('Countess')
      expect(await storage.listSessions(id)).toHaveLength(1)
      await storage.updateAuthenticatorCounter(passkey.credentialID, 3)
      expect(await storage.listAuthenticatorsByUserId(id)).toMatchObject([{ counter: 3 }])
      expect(await storage.useVerificationToken(token)).toEqual(token)
      expect(await storage.useVerificationToken(token)).toBeNull()
    })
    expect(await use().getUserByEmail(user.email ?? '')).toMatchObject({ name: 'Countess' })
    expect(await use().useVerificationToken(token)).toBeNull()
  })

  can('transaction')('returns what its work returns, also if that writes nothing', async () => {
    const answer = { of: 'the work' }
    expect(await use().transaction(async () => answer)).toBe(answer)
    const found = await use().transaction(async (inside) => inside.getUser?.(crypto.randomUUID()))
    expect(found).toBeNull()
  })

  can('transaction')('makes one user of forty first sign-ins of one person', async () => {
    const email = `${unique()}@a.test`
    const { provider, providerAccountId } = newAccount('')
    const ids = await many(40, () => signIn(use(), { email, provider, providerAccountId }))
    expect(new Set(ids).size).toBe(1)
    const user = await use().getUserByAccount({ provider, providerAccountId })
    expect(user?.id).toBe(ids[0])
    expect(await use().listAccounts(user?.id ?? '')).toHaveLength(1)
  })

  can('transaction')('happens beside nineteen others, each whole', async () => {
    const { done, refused } = await race(20, () =>
      use().transaction(async (inside) => {
        const { id } = await present(inside).createUser(newUser())
        await present(inside).linkAccount(newAccount(id))
        return id
      }),
    )
    expect(refused).toEqual([])
    expect(new Set(done).size).toBe(20)
    for (const id of done) expect(await use().listAccounts(id)).toHaveLength(1)
  })
}

function undoneContract({ use, person, can }: Stage): void {
  const fail = (work: (storage: Required<Storage>) => Promise<unknown>) =>
    use().transaction(async (inside) => {
      await work(present(inside))
      throw failure
    })

  can('transaction')('leaves nothing of what it made if it fails, and says why', async () => {
    const user = newUser()
    const account = newAccount(user.id)
    const [key, passkey] = [unique(), newPasskey(user.id)]
    const token = { identifier: unique(), token: unique(), expires: later }
    let session = newSession('')
    const failed = fail(async (storage) => {
      const { id } = await storage.createUser(user)
      session = newSession(id)
      await storage.linkAccount({ ...account, userId: id })
      await storage.createSession(session)
      await storage.createAuthenticator({ ...passkey, userId: id })
      await storage.createVerificationToken(token)
      await storage.claim(key, later)
      await storage.hit(key, 60)
    })
    await expect(failed).rejects.toBe(failure)
    expect(await use().getUserByEmail(user.email ?? '')).toBeNull()
    expect(await use().getUserByAccount(account)).toBeNull()
    expect(await use().getSessionAndUser(session.sessionToken)).toBeNull()
    expect(await use().getAuthenticator(passkey.credentialID)).toBeNull()
    expect(await use().useVerificationToken(token)).toBeNull()
    expect(await use().claim(key, later)).toBe(true)
    expect(await use().hit(key, 60)).toBe(1)
  })

  can('transaction')('undoes what it changed and removed if it fails', async () => {
    const ada = await person({ name: 'Ada' })
    const account = { ...newAccount(ada.id), scope: 'a', open_id: 'o' }
    const [session, passkey] = [newSession(ada.id), newPasskey(ada.id)]
    const token = { identifier: unique(), token: unique(), expires: later }
    const key = unique()
    await use().linkAccount(account)
    await use().createSession(session)
    await use().createAuthenticator(passkey)
    await use().createVerificationToken(token)
    await use().claim(key, later)
    const failed = fail(async (storage) => {
      const { provider, providerAccountId } = account
      const { credentialID } = passkey
      await storage.updateUser({ id: ada.id, name: 'Eve', email: null })
      await storage.updateAccount({ provider, providerAccountId, scope: 'b', open_id: 'x' })
      await storage.unlinkAccount({ provider, providerAccountId })
      await storage.deleteSessions(ada.id)
      await storage.updateAuthenticatorCounter(credentialID, 9)
      await storage.deleteAuthenticator(credentialID)
      await storage.useVerificationToken(token)
      await storage.release(key)
    })
    await expect(failed).rejects.toBe(failure)
    expect(await use().getUserByEmail(ada.email ?? '')).toMatchObject({ name: 'Ada' })
    expect(await use().listAccounts(ada.id)).toMatchObject([account])
    expect(await use().listSessions(ada.id)).toEqual([session])
    expect(await use().getAuthenticator(passkey.credentialID)).toMatchObject(passkey)
    expect(await use().useVerificationToken(token)).toEqual(token)
    expect(await use().claim(key, later)).toBe(false)
  })

  can('transaction')('fails as a whole with a conflict in it', async () => {
    const [ada, user] = [await person(), newUser()]
    const failed = use().transaction(async (inside) => {
      await inside.createUser?.(user)
      await inside.createUser?.(newUser({ email: ada.email ?? null }))
    })
    await expect(failed).rejects.toMatchObject({ code: 'StorageConflict' })
    expect(await use().getUserByEmail(user.email ?? '')).toBeNull()
    expect(await use().createUser(user)).toMatchObject({ email: user.email })
  })
}

function besideContract({ use, can }: Stage): void {
  can('transaction')('shows nobody what it then undoes', async () => {
    const user = newUser()
    let seen: Promise<unknown> = Promise.resolve('never asked')
    const failed = use().transaction(async (inside) => {
      await inside.createUser?.(user)
      // Some answer at once, others when the transaction is over.
      seen = Promise.resolve(use().getUserByEmail(user.email ?? ''))
      throw failure
    })
    await expect(failed).rejects.toBe(failure)
    expect(await seen).toBeNull()
  })

  can('transaction')('shows nobody half of what it does', async () => {
    const email = `${unique()}@a.test`
    const account = newAccount('')
    const readers: Promise<[hasUser: boolean, hasAccount: boolean]>[] = []
    const look = async (): Promise<[boolean, boolean]> => {
      const hasAccount = (await use().getUserByAccount(account)) !== null
      return [(await use().getUserByEmail(email)) !== null, hasAccount]
    }
    await use().transaction(async (inside) => {
      const { id } = await present(inside).createUser(newUser({ email }))
      readers.push(look())
      await inside.linkAccount?.({ ...account, userId: id })
      readers.push(look())
    })
    // Whoever finds the account, which is asked for first, finds its user too.
    for (const [hasUser, hasAccount] of await Promise.all(readers)) {
      expect(hasUser || !hasAccount).toBe(true)
    }
    expect(await look()).toEqual([true, true])
  })
}
