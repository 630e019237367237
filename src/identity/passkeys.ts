import { AuthError } from '../errors.ts'
import { loadMethods } from '../methods/built-in-methods.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { Authenticator, Storage } from '../types/storage.ts'
import { record } from './audit.ts'
import { requireRecentAsker } from './recent-sign-in.ts'
import {
  requireAsker,
  requireUserId,
  type SessionReader,
  sourceIn,
  type Who,
} from './require-user.ts'
import { changeUser, removeWayIn } from './ways-in.ts'

/** A passkey of a person. Its key stays in the storage. */
export interface OwnPasskey {
  /** Names the passkey to `auth.passkeys.rename()` and `auth.passkeys.remove()`. */
  id: string
  name: string
  /** True if the passkey's maker keeps a copy, as phones and password managers do. */
  backedUp: boolean
  createdAt?: Date
  lastUsedAt?: Date
}

/** The passkeys of people. */
export interface Passkeys {
  /** The passkeys of a person, without their keys. */
  list(who: Who): Promise<OwnPasskey[]>
  /** Calls a passkey by another name. */
  rename(who: Who, id: string, name: string): Promise<void>
  /** Removes a passkey. Refuses with `LastMethod` if it is the only way in. */
  remove(who: Who, id: string): Promise<void>
}

/** Passkeys, for one configuration. */
export function createPasskeys(reader: SessionReader): Passkeys {
  const { config } = reader
  return {
    async list(who) {
      const storage = requireStorage(config)
      const list = requireOperation(storage, 'listAuthenticatorsByUserId')
      return (await list(await requireUserId(reader, who))).map(show)
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
      const methods = await loadMethods(config)
      const [provider, method] = methods.find(([{ type }]) => type === 'webauthn') ?? []
      await removeWayIn(config, asker, async (storage) => {
        const { credentialID } = await find(storage, userId, id)
        const key = passkeyWay(credentialID)
        return {
          keys: [key],
          async remove() {
            if (provider) await method?.remove?.(storage, provider, userId, key)
            else await requireOperation(storage, 'deleteAuthenticator')(credentialID)
          },
        }
      })
      await record(config, sourceIn(who), { event: 'removePasskey', userId })
    },
  }
}

/** What tells a passkey from a person's other ways in. */
export function passkeyWay(credentialID: string): string {
  return `passkey ${credentialID}`
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

async function find(storage: Storage, userId: string, id: string): Promise<Authenticator> {
  const own = await requireOperation(storage, 'listAuthenticatorsByUserId')(userId)
  const passkey = own.find(({ credentialID }) => credentialID === id)
  if (passkey) return passkey
  throw new AuthError('NotFound', 'The person has no such passkey', { field: 'id' })
}
