import { expect, test } from 'vitest'
import { newAccount, newPasskey, newSession, newUser, unique } from '../../storage/people.ts'
import { race, type Stage } from './stage.ts'

const conflict = { code: 'StorageConflict' }

/** Users, and the address that only one of them has. */
export function usersContract(stage: Stage): void {
  findingContract(stage)
  updatingContract(stage)
  uniqueAddressContract(stage)
  ownFieldsContract(stage)
  deletingContract(stage)
}

function findingContract({ use, person }: Stage): void {
  test('finds a user by id and by e-mail address, with every field', async () => {
    const verified = new Date('2026-02-03T04:05:06.789Z')
    const image = 'https://a.test/a.png'
    const ada = await person({ name: 'Ada', image, emailVerified: verified })
    const expected = { name: 'Ada', image, emailVerified: verified }
    expect(await use().getUser(ada.id)).toMatchObject({ ...expected, id: ada.id, email: ada.email })
    expect(await use().getUserByEmail(ada.email ?? '')).toMatchObject({ ...expected, id: ada.id })
    expect(typeof ada.id).toBe('string')
  })

  test('finds nobody where nobody is', async () => {
    expect(await use().getUser(crypto.randomUUID())).toBeNull()
    expect(await use().getUserByEmail('nobody@portico.test')).toBeNull()
    const nowhere = { provider: 'platform', providerAccountId: unique() }
    expect(await use().getUserByAccount(nowhere)).toBeNull()
  })

  test('keeps two people without an e-mail address apart', async () => {
    const one = await person({ email: null, name: 'One' })
    const two = await person({ email: null, name: 'Two' })
    expect(await use().getUser(one.id)).toMatchObject({ name: 'One', email: null })
    expect(await use().getUser(two.id)).toMatchObject({ name: 'Two', email: null })
  })
}

function updatingContract({ use, person, promises }: Stage): void {
  test('changes what an update names and leaves the rest', async () => {
    const ada = await person({ name: 'Ada' })
    const bob = await person({ name: 'Bob' })
    const verified = new Date('2026-01-01T00:00:00.000Z')
    const updated = await use().updateUser({ id: ada.id, emailVerified: verified })
    expect(updated).toMatchObject({ id: ada.id, name: 'Ada', emailVerified: verified })
    expect(await use().getUser(ada.id)).toMatchObject({ name: 'Ada', emailVerified: verified })
    expect(await use().getUser(bob.id)).toMatchObject({ name: 'Bob', emailVerified: null })
  })

  test('leaves a field alone that an update says is undefined', async () => {
    const ada = await person({ name: 'Ada' })
    const nothing = { name: undefined, email: undefined } as unknown as { name?: string }
    const updated = await use().updateUser({ id: ada.id, ...nothing, image: 'https://a.test/' })
    const expected = { id: ada.id, name: 'Ada', email: ada.email, image: 'https://a.test/' }
    expect(updated).toMatchObject(expected)
    expect(await use().getUserByEmail(ada.email ?? '')).toMatchObject(expected)
  })

  test('empties a field that an update says is null', async () => {
    const image = 'https://a.test/a.png'
    const ada = await person({ name: 'Ada', image, emailVerified: new Date('2026-01-01') })
    const empty = { name: null, image: null, emailVerified: null }
    expect(await use().updateUser({ id: ada.id, ...empty })).toMatchObject(empty)
    expect(await use().getUser(ada.id)).toMatchObject({ ...empty, email: ada.email })
  })

  test('finds a user by the new address only, and lets others have the old one', async () => {
    const ada = await person()
    const before = ada.email ?? ''
    const email = `${unique()}@a.test`
    await use().updateUser({ id: ada.id, email })
    expect((await use().getUserByEmail(email))?.id).toBe(ada.id)
    expect(await use().getUserByEmail(before)).toBeNull()
    const bob = await person({ email: before })
    expect((await use().getUserByEmail(before))?.id).toBe(bob.id)
    await use().updateUser({ id: bob.id, email: null })
    expect(await use().getUserByEmail(before)).toBeNull()
    expect(await use().getUser(bob.id)).toMatchObject({ email: null })
  })

  test('lets a user keep the address in an update', async () => {
    const ada = await person()
    const same = { id: ada.id, email: ada.email ?? '', name: 'Ada' }
    expect(await use().updateUser(same)).toMatchObject(same)
    expect(await use().getUserByEmail(same.email)).toMatchObject(same)
  })

  promises('noOwners')('refuses an update of a user who is gone as a conflict', async () => {
    const gone = use().updateUser({ id: crypto.randomUUID(), name: 'Nobody' })
    await expect(gone).rejects.toMatchObject(conflict)
  })
}

function uniqueAddressContract({ use, person, can }: Stage): void {
  test('refuses a second user with the same e-mail address as a conflict', async () => {
    const ada = await person()
    await expect(person({ email: ada.email ?? null })).rejects.toMatchObject(conflict)
    const bob = await person()
    const changed = use().updateUser({ id: bob.id, email: ada.email ?? null })
    await expect(changed).rejects.toMatchObject(conflict)
    expect((await use().getUserByEmail(ada.email ?? ''))?.id).toBe(ada.id)
    expect(await use().getUser(bob.id)).toMatchObject({ email: bob.email })
  })

  can('transaction')('creates one of ten users who claim one address at once', async () => {
    const email = `${unique()}@a.test`
    const { done, refused } = await race(10, () => person({ email }))
    expect(done).toHaveLength(1)
    expect(refused).toEqual(Array.from({ length: 9 }, () => conflict.code))
    expect((await use().getUserByEmail(email))?.id).toBe(done[0]?.id)
  })

  can('transaction')('gives an address to one of five users who change to it at once', async () => {
    const email = `${unique()}@a.test`
    const users = await Promise.all(Array.from({ length: 5 }, () => person()))
    const { done, refused } = await race(5, (place) =>
      use().updateUser({ id: users[place]?.id ?? '', email }),
    )
    expect(done).toHaveLength(1)
    expect(refused).toEqual(Array.from({ length: 4 }, () => conflict.code))
    const owners = await Promise.all(users.map(({ id }) => use().getUser(id)))
    expect(owners.filter((user) => user?.email === email)).toHaveLength(1)
    expect((await use().getUserByEmail(email))?.id).toBe(done[0]?.id)
  })
}

function ownFieldsContract({ use, person, promises }: Stage): void {
  promises('noExtra')('keeps the fields of the application', async () => {
    const ada = await use().createUser({ ...newUser(), ...{ role: 'admin', points: { new: 3 } } })
    expect(await use().getUser(ada.id)).toMatchObject({ role: 'admin', points: { new: 3 } })
    await use().updateUser({ id: ada.id, ...{ role: 'member' } })
    expect(await use().getUser(ada.id)).toMatchObject({ role: 'member', points: { new: 3 } })
    // Names that a storage could use for itself mean nothing here.
    const odd = { notes: { $date: 5, $$date: [{ $date: 'x' }], $type: 'date' } }
    await use().updateUser({ id: ada.id, ...odd })
    expect(await use().getUser(ada.id)).toMatchObject(odd)
  })

  promises('noExtra')('keeps who verified an address, and the generation of sessions', async () => {
    const known = { emailVerifiedBy: 'platform', sessionGeneration: 'g-1' }
    const ada = await person(known)
    expect(await use().getUser(ada.id)).toMatchObject(known)
    const next = { emailVerifiedBy: null, sessionGeneration: 'g-2' }
    await use().updateUser({ id: ada.id, ...next })
    expect(await use().getUser(ada.id)).toMatchObject(next)
    const session = newSession(ada.id)
    await use().createSession(session)
    expect((await use().getSessionAndUser(session.sessionToken))?.user).toMatchObject(next)
  })

  promises('noExtra')('loses none of five fields that are written at once', async () => {
    const ada = await person()
    const fields = Object.fromEntries(Array.from({ length: 5 }, (_, place) => [`f${place}`, place]))
    await race(5, (place) => use().updateUser({ id: ada.id, ...{ [`f${place}`]: place } }))
    expect(await use().getUser(ada.id)).toMatchObject(fields)
  })
}

function deletingContract({ use, person, can }: Stage): void {
  test('deletes the accounts and sessions of a user, and of nobody else', async () => {
    const [ada, bob] = [await person(), await person()]
    const [hers, his] = [newAccount(ada.id), newAccount(bob.id)]
    const [herSession, hisSession] = [newSession(ada.id), newSession(bob.id)]
    for (const account of [hers, his]) await use().linkAccount(account)
    for (const session of [herSession, hisSession]) await use().createSession(session)
    await use().deleteUser(ada.id)
    expect(await use().getUser(ada.id)).toBeNull()
    expect(await use().getUserByEmail(ada.email ?? '')).toBeNull()
    expect(await use().getUserByAccount(hers)).toBeNull()
    expect(await use().getSessionAndUser(herSession.sessionToken)).toBeNull()
    expect((await use().getUserByAccount(his))?.id).toBe(bob.id)
    expect((await use().getSessionAndUser(hisSession.sessionToken))?.user.id).toBe(bob.id)
  })

  can('createAuthenticator', 'deleteAuthenticator')(
    'deletes the passkeys of a user, and of nobody else',
    async () => {
      const [ada, bob] = [await person(), await person()]
      const [hers, his] = [newPasskey(ada.id), newPasskey(bob.id)]
      for (const passkey of [hers, his]) await use().createAuthenticator(passkey)
      await use().deleteUser(ada.id)
      expect(await use().getAuthenticator(hers.credentialID)).toBeNull()
      expect(await use().listAuthenticatorsByUserId(ada.id)).toEqual([])
      expect(await use().getAuthenticator(his.credentialID)).toMatchObject(his)
    },
  )

  can('transaction')('forgets a user so that address and account can begin anew', async () => {
    const ada = await person()
    const account = newAccount(ada.id)
    await use().linkAccount(account)
    await use().deleteUser(ada.id)
    await use().deleteUser(ada.id)
    const again = await person({ email: ada.email ?? null })
    await use().linkAccount({ ...account, userId: again.id })
    expect((await use().getUserByAccount(account))?.id).toBe(again.id)
    expect(await use().listAccounts(again.id)).toHaveLength(1)
    expect(await use().listAccounts(ada.id)).toEqual([])
  })

  can('transaction', 'createAuthenticator')(
    'leaves a user with everything where a deletion fails half way',
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
      expect(await use().listAccounts(ada.id)).toHaveLength(1)
      expect(await use().listAuthenticatorsByUserId(ada.id)).toHaveLength(1)
    },
  )
}
