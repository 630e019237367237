import { AuthError } from '../../errors.ts'
import type { Authenticator } from '../../types/storage.ts'
import type { Passkeys } from '../parts.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { withOwner } from './lock-user.ts'
import { insertFor, remove, select, update } from './statements.ts'
import type { Tables } from './tables.ts'

/** Passkeys in SQL. */
export function passkeys(connection: Connection, tables: Tables): Passkeys {
  const { authenticators: table, users } = tables
  const find = async (credentialID: string) => {
    const [record] = await select(connection, table, { credentialID })
    return record ? toAuthenticator(record) : null
  }
  const change = <T>(
    credentialID: string,
    work: (connection: Connection, record: Row) => Promise<T>,
  ) => withOwner(connection, users, table, { credentialID }, work)
  return {
    async createAuthenticator(authenticator) {
      await insertFor(connection, users, table, { ...authenticator }, connection.dialect.exclusive)
      return authenticator
    },
    getAuthenticator: find,
    async listAuthenticatorsByUserId(userId) {
      return (await select(connection, table, { userId })).map(toAuthenticator)
    },
    async updateAuthenticatorCounter(credentialID, counter) {
      const updated = await change(credentialID, async (connection, record) => {
        await update(connection, table, { counter }, { credentialID })
        return toAuthenticator({ ...record, counter })
      })
      if (updated) return updated
      throw new AuthError('StorageConflict', 'The storage has no passkey with this id (any more)')
    },
    updateAuthenticator: ({ credentialID, ...changes }) =>
      change(credentialID, (connection) => update(connection, table, changes, { credentialID })),
    deleteAuthenticator: (credentialID) =>
      change(credentialID, (connection) => remove(connection, table, { credentialID })),
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
