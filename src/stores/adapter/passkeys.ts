import type { Authenticator, Storage } from '../../types/storage.ts'
import { defined } from '../defined.ts'
import { call } from './convert.ts'

/** Passkeys through an adapter. */
export function adaptPasskeys(adapter: Storage): Storage {
  return {
    ...(adapter.createAuthenticator && {
      createAuthenticator: (authenticator) =>
        call('createAuthenticator', async () =>
          toAuthenticator({
            ...authenticator,
            ...(await adapter.createAuthenticator?.(known(authenticator))),
          }),
        ),
    }),
    ...(adapter.getAuthenticator && {
      getAuthenticator: async (credentialID) => {
        const found = await call('getAuthenticator', () => adapter.getAuthenticator?.(credentialID))
        return found?.credentialID === credentialID ? toAuthenticator(found) : null
      },
    }),
    ...(adapter.listAuthenticatorsByUserId && {
      listAuthenticatorsByUserId: async (userId) => {
        const list = await call('listAuthenticatorsByUserId', () =>
          adapter.listAuthenticatorsByUserId?.(userId),
        )
        return (list ?? []).map(toAuthenticator)
      },
    }),
    ...(adapter.updateAuthenticatorCounter && {
      updateAuthenticatorCounter: (credentialID, counter) =>
        call('updateAuthenticatorCounter', async () => {
          const updated = await adapter.updateAuthenticatorCounter?.(credentialID, counter)
          if (!updated) throw new Error('There is no such passkey')
          return toAuthenticator(updated)
        }),
    }),
  }
}

/** The fields that Auth.js's tables have. */
function known(authenticator: Authenticator): Authenticator {
  const { name: _name, createdAt: _createdAt, lastUsedAt: _lastUsedAt, ...fields } = authenticator
  return defined(fields)
}

function toAuthenticator(authenticator: Authenticator): Authenticator {
  return {
    ...authenticator,
    userId: String(authenticator.userId),
    counter: Number(authenticator.counter),
  }
}
