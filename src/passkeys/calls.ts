import { AuthError } from '../errors.ts'
import { tellOf } from '../identity/happened.ts'
import { requireRecentAsker } from '../identity/recent-sign-in.ts'
import { requireAsker, requireUserId } from '../identity/require-user.ts'
import { changeUser, removeWayIn } from '../identity/ways-in.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Account } from '../types/models.ts'
import type { Authenticator, Storage } from '../types/storage.ts'
import type { OwnPasskey, PasskeyCalls } from '../types/webauthn.ts'
import { passkeyKey, removePasskey } from './ways-in.ts'

/** `auth.passkeys`, for one configuration. */
export function passkeyCalls(reader: SessionReader): PasskeyCalls {
  const { config } = reader
  return {
    passkeys: {
      async list(who) {
        return listPasskeys(requireStorage(config), await requireUserId(reader, who))
      },

      async rename(who, id, name) {
        const asker = await requireAsker(reader, who)
        const text = name.trim().slice(0, 100)
        if (text === '') {
          throw new AuthError('InvalidRequest', 'A passkey needs a name', { field: 'name' })
        }
        await changeUser(config, asker, async (inside) => {
          const { credentialID } = await find(inside, asker.userId, id)
          await requireOperation(inside, 'updateAuthenticator')({ credentialID, name: text })
        })
      },

      async remove(who, id) {
        const asker = await requireRecentAsker(reader, who)
        const { userId } = asker
        let provider: string | undefined
        await removeWayIn(config, asker, async (storage) => {
          const passkey = await find(storage, userId, id)
          provider = await providerOf(storage, passkey)
          const key = passkeyKey(passkey.credentialID)
          return { keys: [key], remove: () => removePasskey(storage, userId, key) }
        })
        await tellOf(reader, who, { event: 'unlinkAccount', userId, ...(provider && { provider }) })
      },
    },
  }
}

/** The passkeys of a person, without their keys. */
export async function listPasskeys(storage: Storage, userId: string): Promise<OwnPasskey[]> {
  return (await requireOperation(storage, 'listAuthenticatorsByUserId')(userId)).map(show)
}

function show(passkey: Authenticator): OwnPasskey {
  const { credentialID, name, credentialBackedUp, createdAt, lastUsedAt } = passkey
  return {
    id: credentialID,
    name: name || 'Passkey',
    backedUp: credentialBackedUp,
    ...(createdAt && { createdAt }),
    ...(lastUsedAt && { lastUsedAt }),
  }
}

/** The provider through which a passkey was added. */
async function providerOf(
  storage: Storage,
  { userId, providerAccountId }: Authenticator,
): Promise<string | undefined> {
  const accounts = (await storage.listAccounts?.(userId)) ?? []
  const isShared = (account: Account) =>
    account.type === 'webauthn' && account.providerAccountId === providerAccountId
  return accounts.find(isShared)?.provider
}

async function find(storage: Storage, userId: string, id: string): Promise<Authenticator> {
  const own = await requireOperation(storage, 'listAuthenticatorsByUserId')(userId)
  const passkey = own.find(({ credentialID }) => credentialID === id)
  if (passkey) return passkey
  throw new AuthError('NotFound', 'The person has no such passkey', { field: 'id' })
}
