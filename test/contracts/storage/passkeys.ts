import { expect } from 'vitest'
import type { Authenticator } from '../../../src/types/storage.ts'
import { newPasskey, unique } from '../../storage/people.ts'
import { race, type Stage } from './stage.ts'

const conflict = { code: 'StorageConflict' }

/** Passkeys, which Auth.js calls authenticators. */
export function passkeysContract({ use, person, can, promises }: Stage): void {
  can('createAuthenticator')('keeps, finds, counts and lists a passkey', async () => {
    const ada = await person()
    const passkey = newPasskey(ada.id)
    await use().createAuthenticator(passkey)
    expect(await use().getAuthenticator(passkey.credentialID)).toMatchObject(passkey)
    expect(await use().getAuthenticator('nothing')).toBeNull()
    expect(await use().listAuthenticatorsByUserId(ada.id)).toMatchObject([passkey])
    const counted = await use().updateAuthenticatorCounter(passkey.credentialID, 7)
    expect(counted).toMatchObject({ ...passkey, counter: 7 })
    expect(await use().getAuthenticator(passkey.credentialID)).toMatchObject({ counter: 7 })
  })

  can('createAuthenticator')('lists all passkeys of a user and no other', async () => {
    const [ada, bob] = [await person(), await person()]
    const hers = [newPasskey(ada.id), newPasskey(ada.id)]
    for (const passkey of [...hers, newPasskey(bob.id)]) await use().createAuthenticator(passkey)
    expect(sort(await use().listAuthenticatorsByUserId(ada.id))).toMatchObject(sort(hers))
    expect(await use().listAuthenticatorsByUserId(crypto.randomUUID())).toEqual([])
  })

  can('createAuthenticator')('counts as far as a passkey counts', async () => {
    const passkey = newPasskey((await person()).id)
    await use().createAuthenticator(passkey)
    for (const counter of [1, 2 ** 31, 2 ** 32 - 1, 0]) {
      await use().updateAuthenticatorCounter(passkey.credentialID, counter)
      expect(await use().getAuthenticator(passkey.credentialID)).toMatchObject({ counter })
    }
  })

  can('updateAuthenticator')(
    'returns a passkey as it was kept, with or without a name',
    async () => {
      const ada = await person()
      const full = {
        name: 'Phone',
        createdAt: new Date('2026-01-02T03:04:05.678Z'),
        lastUsedAt: new Date('2026-01-03T03:04:05.678Z'),
      }
      const bare = { credentialBackedUp: false, transports: null }
      for (const more of [bare, full]) {
        const passkey = { ...newPasskey(ada.id), ...more }
        await use().createAuthenticator(passkey)
        expect(await use().getAuthenticator(passkey.credentialID)).toEqual(passkey)
      }
    },
  )

  can('updateAuthenticator', 'deleteAuthenticator')(
    'names a passkey, gives it to one user, and removes it',
    async () => {
      const [ada, bob] = [await person(), await person()]
      const [passkey, other] = [newPasskey(ada.id), newPasskey(ada.id)]
      for (const each of [passkey, other]) await use().createAuthenticator(each)
      const stolen = use().createAuthenticator({ ...passkey, userId: bob.id })
      await expect(stolen).rejects.toMatchObject(conflict)
      const { credentialID } = passkey
      const changes = { name: 'My phone', lastUsedAt: new Date('2026-01-03T03:04:05.678Z') }
      await use().updateAuthenticator({ credentialID, ...changes })
      const unsaid = { name: undefined, counter: undefined } as unknown as { name?: string }
      await use().updateAuthenticator({ credentialID, ...unsaid })
      expect(await use().getAuthenticator(credentialID)).toMatchObject({ ...passkey, ...changes })
      await use().deleteAuthenticator(credentialID)
      await use().deleteAuthenticator(credentialID)
      expect(await use().getAuthenticator(credentialID)).toBeNull()
      expect(await use().getAuthenticator(other.credentialID)).toMatchObject(other)
    },
  )

  can('deleteAuthenticator')(
    'refuses the count of a passkey that is gone as a conflict',
    async () => {
      const counted = async () => use().updateAuthenticatorCounter(unique(), 7)
      await expect(counted()).rejects.toMatchObject(conflict)
    },
  )

  promises('noOwners')('refuses a passkey for nobody as a conflict', async () => {
    const passkey = newPasskey(crypto.randomUUID())
    await expect(use().createAuthenticator(passkey)).rejects.toMatchObject(conflict)
    expect(await use().getAuthenticator(passkey.credentialID)).toBeNull()
  })

  can('deleteAuthenticator')('gives a passkey to one of ten who register it at once', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => person()))
    const passkey = newPasskey('')
    const { done, refused } = await race(10, (place) =>
      use().createAuthenticator({ ...passkey, userId: people[place]?.id ?? '' }),
    )
    expect(done).toHaveLength(1)
    expect(refused).toEqual(Array.from({ length: 9 }, () => conflict.code))
    const found = await use().getAuthenticator(passkey.credentialID)
    expect(found?.userId).toBe(done[0]?.userId)
  })
}

function sort(passkeys: Authenticator[]): Authenticator[] {
  return passkeys.toSorted((a, b) => (a.credentialID < b.credentialID ? -1 : 1))
}
