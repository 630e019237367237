import { defined } from '../defined.ts'
import type { Passkeys } from '../parts.ts'
import { values } from './bounded-map.ts'
import { conflict, copy, ofUser, type Write } from './records.ts'
import type { Tables } from './tables.ts'

/** Passkeys in memory. */
export function passkeys({ users, authenticators }: Tables, write: Write): Passkeys {
  return {
    createAuthenticator: (authenticator) =>
      write(() => {
        if (!users.get(authenticator.userId)) throw conflict('no user with this id (any more)')
        if (authenticators.get(authenticator.credentialID)) throw conflict('this passkey')
        authenticators.set(authenticator.credentialID, copy(authenticator))
        return copy(authenticator)
      }),
    getAuthenticator: (credentialID) => copy(authenticators.get(credentialID) ?? null),
    listAuthenticatorsByUserId: (userId) =>
      [...values(authenticators)].filter(ofUser(userId)).map(copy),
    updateAuthenticatorCounter: (credentialID, counter) =>
      write(() => {
        const before = authenticators.get(credentialID)
        if (!before) throw conflict('no passkey with this id (any more)')
        authenticators.set(credentialID, { ...before, counter })
        return copy({ ...before, counter })
      }),
    updateAuthenticator: (changes) =>
      write(() => {
        const before = authenticators.get(changes.credentialID)
        if (before)
          authenticators.set(changes.credentialID, copy({ ...before, ...defined(changes) }))
      }),
    deleteAuthenticator: (credentialID) => write(() => void authenticators.delete(credentialID)),
  }
}
