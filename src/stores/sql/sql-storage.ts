import { AuthError } from '../../errors.ts'
import { withStartCheck } from '../../services/start-check.ts'
import type { SqlConnection, Storage, StorageSettings } from '../../types/storage.ts'
import { withItemsAlone } from '../items-alone.ts'
import { lazyStorage, type OpenStorage } from '../lazy-storage.ts'
import { retentionMilliseconds } from '../retention.ts'
import { withStorableText } from '../storable-text.ts'
import { createVault, mergeSecrets, type Vault } from '../vault.ts'
import { accounts } from './accounts.ts'
import { audit } from './audit.ts'
import { claims } from './claims.ts'
import type { Connection } from './connection.ts'
import { endSession } from './end-session.ts'
import { items } from './items.ts'
import { itemsAlone } from './items-alone.ts'
import { leases } from './leases.ts'
import { limits } from './limits.ts'
import { type MigrateOptions, migrate } from './migrate.ts'
import { createNames, type Names, type SchemaNames } from './names.ts'
import type { ConnectOptions, OpenConnection } from './open-connection.ts'
import { passkeys } from './passkeys.ts'
import { findNames, prepareTables } from './prepare-tables.ts'
import { serverCheck } from './server-check.ts'
import { sessionOwner } from './session-owner.ts'
import { sessions } from './sessions.ts'
import { signInAtOnce } from './sign-in-at-once.ts'
import { sweep } from './sweep.ts'
import type { Tables } from './tables.ts'
import { users } from './users.ts'
import { verificationTokens } from './verification-tokens.ts'

/** Options of a storage in SQL. */
export interface SqlOptions {
  /** Other names of tables and columns. By default those of the Auth.js adapter whose tables exist. */
  schema?: SchemaNames
  /** Encrypts the tokens of accounts at rest; on by default. */
  encryptTokens?: boolean
  /** The secrets that encrypt account tokens: the first encrypts, all can decrypt. By default those of `Auth()`. */
  secrets?: readonly string[]
  /** Adds missing tables and columns at the first use; by default only in an embedded database. */
  migrate?: boolean
  /** The most connections at once; 10 by default. */
  connections?: number
  /** Milliseconds that a statement or the wait for a lock may take; 10,000 by default. */
  timeout?: number
  /** Days that lines of the audit log are kept; for ever by default. */
  retention?: number
  /** The time in milliseconds since 1970. */
  now?: () => number
}

/** A storage in SQL, with its migrations. */
export interface SqlStorage extends Required<Storage> {
  /** Adds the tables and columns that are missing and returns the statements, or with `print` only returns them. */
  migrate(options?: MigrateOptions): Promise<string[]>
}

/**
 * A storage on a connection that is made here. The database ensures uniqueness and atomicity. With `assertDriver`, the start looks for the
 * driver and asks the server.
 */
export function createSqlStorage(
  connect: (options: ConnectOptions) => OpenConnection,
  options: SqlOptions,
  assertDriver?: () => Promise<void>,
): SqlStorage {
  let settings: StorageSettings | undefined
  const now = () => (options.now ?? settings?.now ?? Date.now)()
  const warn = (message: string) => settings?.warn?.(message)
  const lost = (message: string) => settings?.lost?.(message)
  const given = options.schema === undefined ? undefined : createNames(options.schema)
  const retention = retentionMilliseconds(options.retention)
  const { connection, embedded, perRequest, forMigration, close } = connect({
    connections: options.connections ?? 10,
    timeout: options.timeout ?? 10_000,
    warn,
  })
  const vault = createVault({
    encrypt: options.encryptTokens ?? true,
    secrets: () => options.secrets ?? settings?.secrets ?? [],
    warn,
  })
  const migrateAlone = async (names: Names) => {
    const own = forMigration()
    return migrate(own.connection, names, { now }).finally(own.close)
  }
  const mayMigrate = options.migrate ?? embedded
  const configure = (given: StorageSettings) => {
    settings = mergeSecrets(given, settings)
  }
  const storage: SqlStorage = {
    ...lazyStorage(
      async () => {
        const names = await findNames(connection, given)
        const tables = await prepareTables(
          connection,
          names,
          mayMigrate ? () => migrateAlone(names) : undefined,
        )
        return withStorableText(storageOn(connection, tables, vault, { now, retention, lost }))
      },
      { shared: !perRequest },
    ),
    configure,
    async migrate({ print = false } = {}) {
      const names = await findNames(connection, given)
      return print ? migrate(connection, names, { print, now }) : migrateAlone(names)
    },
    close,
  }
  const checked = assertDriver
    ? withStartCheck(storage, serverCheck(assertDriver, { embedded, forMigration }))
    : storage
  return withItemsAlone(checked, () =>
    itemsAlone({
      ...{ connection, now, mayMigrate, configure, close, forMigration },
      names: given ?? createNames(),
      shared: !perRequest,
    }),
  )
}

/** Runs the application's own statements in a transaction. On D1 they are written at its end, and return no rows. */
function ownStatements({ write, dialect }: Connection): SqlConnection {
  return {
    async query(text, values = []) {
      const sent = write({ compile: () => ({ text, values }) })
      const place = dialect.placeholder(1)
      const isForeign = values.length > 0 && !text.includes(place)
      return (await (isForeign ? sent.catch(inWordsOfPlaces(place)) : sent)).rows
    },
  }
}

/** Says what a statement lacks that was written for another database: the database's own words are about columns, or syntax. */
function inWordsOfPlaces(place: string): (error: AuthError) => never {
  const hint = `A value of \`connection.query()\` is written ${place} on this database, and the statement has none.`
  return ({ code, message, cause }) => {
    throw new AuthError(code, message, { hint, cause })
  }
}

function storageOn(
  connection: Connection,
  tables: Tables,
  vault: Vault,
  options: {
    now: () => number
    retention: number | undefined
    lost: (message: string) => void
  },
): OpenStorage {
  const { now, retention, lost } = options
  return {
    ...users(connection, tables),
    ...accounts(connection, tables, vault),
    ...sessions(connection, tables),
    ...passkeys(connection, tables),
    ...verificationTokens(connection, tables),
    ...items(connection, tables),
    ...claims(connection, tables, now),
    ...leases(connection, tables),
    ...limits(connection, tables, now),
    ...audit(connection, tables, lost),
    ...signInAtOnce(connection, tables, vault),
    endSession: endSession(connection, tables),
    sweep: () => sweep(connection, tables, { now: now(), retention }),
    transaction: (work) =>
      connection.transaction(
        (inside) => {
          const own = { connection: ownStatements(inside) }
          return work({ ...storageOn(inside, tables, vault, options), ...own })
        },
        async (token) => (await sessionOwner(connection, tables, token)) !== undefined,
      ),
  }
}
