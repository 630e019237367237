import { AuthError } from '../../errors.ts'
import type { Authenticator, Storage } from '../../types/storage.ts'
import type { Row } from './dialect.ts'
import type { Link } from './link.ts'
import { insertFor, remove, select, update } from './statements.ts'
import type { Tables } from './tables.ts'

type Authenticators = Pick<
  Required<Storage>,
  | 'createAuthenticator'
  | 'getAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'
  | 'updateAuthenticator'
  | 'deleteAuthenticator'
>

/** Passkeys in SQL. */
export function authenticators(link: Link, tables: Tables): Authenticators {
  const { authenticators: table, users } = tables
  const find = async (credentialID: string) => {
    const records = await select(link, table, { credentialID })
    const record = records.find((each) => each.credentialID === credentialID)
    return record ? toAuthenticator(record) : null
  }
  return {
    async createAuthenticator(authenticator) {
      await insertFor(link, users, table, { ...authenticator })
      return authenticator
    },
    getAuthenticator: find,
    async listAuthenticatorsByUserId(userId) {
      return (await select(link, table, { userId })).map(toAuthenticator)
    },
    async updateAuthenticatorCounter(credentialID, counter) {
      await update(link, table, { counter }, { credentialID })
      const updated = await find(credentialID)
      if (updated) return updated
      throw new AuthError('StorageConflict', 'The storage has no passkey with this id (any more)')
    },
    updateAuthenticator: ({ credentialID, ...changes }) =>
      update(link, table, changes, { credentialID }),
    deleteAuthenticator: (credentialID) => remove(link, table, { credentialID }),
  }
}

function toAuthenticator(record: Row): Authenticator {
  const { transports, name, createdAt, lastUsedAt } = record
  return {
    credentialID: String(record.credentialID),
    userId: String(record.userId),
    providerAccountId: String(record.providerAccountId),
    credentialPublicKey: String(record.credentialPublicKey),
    counter: Number(record.counter),
    credentialDeviceType: String(record.credentialDeviceType),
    credentialBackedUp: record.credentialBackedUp === true,
    transports: typeof transports === 'string' ? transports : null,
    ...(typeof name === 'string' && { name }),
    ...(createdAt instanceof Date && { createdAt }),
    ...(lastUsedAt instanceof Date && { lastUsedAt }),
  }
}
