import type { Authenticator } from '../../types/storage.ts'
import { defined } from '../defined.ts'
import type { Passkeys } from '../parts.ts'
import type { Keys } from './keys.ts'
import { delist, enlist, listed } from './lists.ts'
import { type Atomically, conflict, needUser, places, readAll, readPasskey } from './records.ts'

/** Passkeys in Redis. */
export function passkeys(atomically: Atomically): Passkeys {
  const change = async (
    keys: Keys,
    { credentialID, ...changes }: Partial<Authenticator> & { credentialID: string },
  ) => {
    const place = places.passkey(credentialID)
    const before = await readPasskey(keys, place)
    const next = before && { ...before, ...defined(changes) }
    if (next) keys.set(place, next)
    return next
  }
  return {
    createAuthenticator: (passkey) =>
      atomically(async (keys) => {
        const place = places.passkey(passkey.credentialID)
        await needUser(keys, passkey.userId)
        if (await readPasskey(keys, place)) throw conflict('this passkey')
        keys.set(place, passkey)
        await enlist(keys, places.passkeysOf(passkey.userId), place)
        return passkey
      }),
    getAuthenticator: (credentialID) =>
      atomically(async (keys) => (await readPasskey(keys, places.passkey(credentialID))) ?? null),
    listAuthenticatorsByUserId: (userId) =>
      atomically(async (keys) =>
        readAll(keys, await listed(keys, places.passkeysOf(userId)), readPasskey),
      ),
    updateAuthenticatorCounter: (credentialID, counter) =>
      atomically(async (keys) => {
        const updated = await change(keys, { credentialID, counter })
        if (!updated) throw conflict('no passkey with this id (any more)')
        return updated
      }),
    updateAuthenticator: (changes) => atomically((keys) => change(keys, changes)),
    deleteAuthenticator: (credentialID) =>
      atomically(async (keys) => {
        const place = places.passkey(credentialID)
        const passkey = await readPasskey(keys, place)
        if (!passkey) return
        keys.delete(place)
        await delist(keys, places.passkeysOf(passkey.userId), [place])
      }),
  }
}
