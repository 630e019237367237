import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import type { Sessions } from '../sessions/session.ts'
import { requireOperation } from '../storage/require-operation.ts'
import type { Authenticator, Storage } from '../types/storage.ts'
import { requireUserId } from './access.ts'
import { record } from './audit.ts'
import { assertNotLast, requireStorage } from './ways-in.ts'

/** A passkey of a person. Its key stays in the storage. */
export interface OwnPasskey {
  /** Names the passkey to `renamePasskey()` and `removePasskey()`. */
  id: string
  name: string
  /** Whether the passkey's maker keeps a copy, as phones and password managers do. */
  backedUp: boolean
  createdAt?: Date
  lastUsedAt?: Date
}

/** What an application can ask and do about the passkeys of its users. */
export interface Passkeys {
  passkeys(who: Request | string): Promise<OwnPasskey[]>
  renamePasskey(who: Request | string, id: string, name: string): Promise<void>
  /** Never the last way in. */
  removePasskey(who: Request | string, id: string): Promise<void>
}

/** What is known of passkeys, for one configuration. */
export function createPasskeys(config: Config, sessions: Sessions): Passkeys {
  return {
    async passkeys(who) {
      const storage = requireStorage(config)
      const list = requireOperation(storage, 'listAuthenticatorsByUserId')
      return (await list(await requireUserId(sessions, who))).map(show)
    },

    async renamePasskey(who, id, name) {
      const storage = requireStorage(config)
      const { credentialID } = await find(storage, await requireUserId(sessions, who), id)
      const text = name.trim().slice(0, 100)
      if (text === '') {
        throw new AuthError('InvalidRequest', 'A passkey needs a name', { field: 'name' })
      }
      await requireOperation(storage, 'updateAuthenticator')({ credentialID, name: text })
    },

    async removePasskey(who, id) {
      const userId = await requireUserId(sessions, who)
      const storage = requireStorage(config)
      const work = (inside: Storage) => remove({ ...config, storage: inside }, userId, id)
      await (storage.transaction?.(work) ?? work(storage))
      const request = typeof who === 'string' ? undefined : who
      await record(config, request, { event: 'removePasskey', userId })
    },
  }
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

async function remove(config: Config, userId: string, id: string): Promise<void> {
  const storage = requireStorage(config)
  const { credentialID, providerAccountId } = await find(storage, userId, id)
  await assertNotLast(config, userId)
  await requireOperation(storage, 'deleteAuthenticator')(credentialID)
  const left = await requireOperation(storage, 'listAuthenticatorsByUserId')(userId)
  if (left.some((other) => other.providerAccountId === providerAccountId)) return
  // The account that the passkeys shared goes with the last of them.
  for (const account of (await storage.listAccounts?.(userId)) ?? []) {
    if (account.type !== 'webauthn' || account.providerAccountId !== providerAccountId) continue
    await requireOperation(storage, 'unlinkAccount')(account)
  }
}
