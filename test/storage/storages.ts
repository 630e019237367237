import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { KyselyAdapter, KyselyAuth, type Database as KyselyTables } from '@auth/kysely-adapter'
import PostgresAdapter from '@auth/pg-adapter'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import {
  CamelCasePlugin,
  type Dialect,
  Kysely,
  MysqlDialect,
  PostgresDialect,
  SqliteDialect,
} from 'kysely'
import * as kysely029 from 'kysely029'
import Database from 'libsql'
import { createPool } from 'mysql2'
import { createStorage } from 'unstorage'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { d1 } from '../../src/storage/d1.ts'
import { kysely } from '../../src/storage/kysely.ts'
import { memory } from '../../src/storage/memory.ts'
import { mysql } from '../../src/storage/mysql.ts'
import { open } from '../../src/storage/open.ts'
import { postgres } from '../../src/storage/postgres.ts'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import { sqlite } from '../../src/storage/sqlite.ts'
import type { Storage } from '../../src/types/storage.ts'
import type { Exceptions, Subject } from '../contracts/storage/stage.ts'
import { applicationPool } from './application-pool.ts'
import { kyselyTables, pgTables } from './authjs-tables.ts'
import { startD1 } from './d1-server.ts'
import { databases } from './databases.ts'
import { drizzleOn } from './drizzle.ts'
import { startRedisCluster } from './redis-cluster.ts'
import { type Server, type ServerName, serverOf, temporaryFolder } from './servers.ts'

/** The settings that every storage gets. */
export interface Given {
  secrets: readonly string[]
  now: () => number
}

/** An opened storage; `close` ends what the storage itself leaves open. */
export type Opened = { storage: Storage } & Partial<Pick<Subject, 'close'>>

/** A storage that the contract runs on. */
export interface StorageEntry {
  name: string
  /** The server that it needs, which all storages on it share. */
  server?: ServerName
  /** It can do something without the server, or has one of its own. */
  outlivesServer?: true
  open(given: Given, server: Server | undefined): Opened | Promise<Opened>
  exceptions?: Exceptions
}

/** What an application keeps besides. */
interface OwnTables {
  posts: { id: string }
}

/** A storage on a Kysely instance of the application, whose plugins are for its own tables. */
function throughKysely(dialect: Dialect, given: Given): Opened {
  const db = new Kysely<OwnTables>({ dialect, plugins: [new CamelCasePlugin()] })
  return { storage: kysely(db, { ...given, migrate: true }), close: () => db.destroy() }
}

/** The operations on items. */
const itemOperations: readonly (keyof Storage)[] = [
  ...(['putItem', 'getItem', 'getItemAndUser', 'listItems', 'replaceItem'] as const),
  ...(['touchItem', 'takeItem', 'deleteItem', 'deleteItems'] as const),
]

/** Operations that no Auth.js adapter has. */
const beyondAdapters: readonly (keyof Storage)[] = [
  ...(['transaction', 'updateAccount', 'listAccounts', 'listSessions', 'deleteSessions'] as const),
  ...([
    'claim',
    'release',
    'hit',
    'audit',
    'listAudit',
    'sweep',
    'listUsers',
    'findAudit',
  ] as const),
  ...(['updateAuthenticator', 'deleteAuthenticator'] as const),
  ...(['lockUser', 'replaceTokens', 'lease', 'releaseLease', 'getVerificationToken'] as const),
  ...itemOperations,
]

/** Operations that an adapter lacks when a database beside it keeps the items. */
const withoutItems = beyondAdapters.filter(
  (one) => one !== 'sweep' && !itemOperations.includes(one),
)

/** Operations that older Auth.js adapters lack. */
const passkeys: readonly (keyof Storage)[] = [
  ...(['getAccount', 'createAuthenticator', 'getAuthenticator'] as const),
  ...(['listAuthenticatorsByUserId', 'updateAuthenticatorCounter'] as const),
]

const adapter = { noExtra: true, noOwners: true } satisfies Exceptions

/** The storages of one process. */
const embedded: readonly StorageEntry[] = [
  {
    name: 'memory',
    open: ({ now }) => ({ storage: memory({ now }) }),
    exceptions: { ownClock: true },
  },
  {
    name: 'SQLite in a file',
    open: (given) => ({ storage: sql(`file:${join(temporaryFolder(), 'auth.db')}`, given) }),
  },
  { name: 'SQLite in memory', open: (given) => ({ storage: sql(':memory:', given) }) },
  {
    name: 'SQLite by `database`',
    open(given) {
      const storage = open(`file:${join(temporaryFolder(), 'auth.db')}`)
      storage.configure(given)
      return { storage }
    },
  },
  {
    name: 'SQLite of Node that the application opened',
    open: (given) => ({ storage: sqlite(new DatabaseSync(':memory:'), given) }),
  },
  {
    name: 'SQLite by a driver of the application',
    open: (given) => ({ storage: sql(new Database(':memory:'), given) }),
  },
  {
    name: 'SQLite through a Kysely 0.28 instance of the application',
    open: (given) =>
      throughKysely(new SqliteDialect({ database: new Database(':memory:') }), given),
  },
  {
    name: 'SQLite through a Kysely 0.29 instance of the application',
    open(given) {
      const db = new kysely029.Kysely<OwnTables>({
        dialect: new kysely029.SqliteDialect({ database: new Database(':memory:') }),
        plugins: [new kysely029.CamelCasePlugin()],
      })
      return { storage: sql(db, { ...given, migrate: true }), close: () => db.destroy() }
    },
  },
  {
    name: 'D1',
    async open(given) {
      const server = await startD1()
      return { storage: d1(server.newDatabase(), given), close: () => server.close() }
    },
  },
  {
    name: '@auth/kysely-adapter',
    open() {
      const database = new Database(':memory:')
      database.exec(kyselyTables)
      const db = new KyselyAuth<KyselyTables>({ dialect: new SqliteDialect({ database }) })
      return { storage: fromAdapter(KyselyAdapter(db)) }
    },
    exceptions: { ...adapter, refuses: [...beyondAdapters, ...passkeys] },
  },
  {
    name: '@auth/drizzle-adapter',
    open: () => ({ storage: fromAdapter(DrizzleAdapter(drizzleOn())) }),
    exceptions: { ...adapter, refuses: beyondAdapters },
  },
  {
    name: '@auth/drizzle-adapter with items in SQLite',
    open: (given) => ({
      storage: fromAdapter(DrizzleAdapter(drizzleOn()), { items: sql(':memory:', given) }),
    }),
    exceptions: { ...adapter, refuses: withoutItems },
  },
  {
    name: '@auth/unstorage-adapter',
    open: () => ({ storage: fromAdapter(UnstorageAdapter(createStorage())) }),
    exceptions: { ...adapter, repeatsTokens: true, joinsKeys: true, refuses: beyondAdapters },
  },
]

/** The storages on servers. */
const onServers: readonly StorageEntry[] = [
  {
    name: 'PostgreSQL',
    server: 'PostgreSQL',
    async open(given, server) {
      const address = await databases.PostgreSQL.create(server)
      return { storage: postgres(address, { ...given, migrate: true }) }
    },
  },
  {
    name: 'PostgreSQL with the tables of @auth/pg-adapter',
    server: 'PostgreSQL',
    async open(given, server) {
      const storage = sql(await databases.PostgreSQL.create(server, pgTables), given)
      await storage.migrate()
      return { storage }
    },
  },
  {
    name: 'PostgreSQL through a Kysely instance of the application',
    server: 'PostgreSQL',
    async open(given, server) {
      const pool = applicationPool(await databases.PostgreSQL.create(server))
      return throughKysely(new PostgresDialect({ pool }), given)
    },
  },
  {
    name: '@auth/pg-adapter',
    server: 'PostgreSQL',
    async open(_given, server) {
      const pool = applicationPool(await databases.PostgreSQL.create(server, pgTables))
      return { storage: fromAdapter(PostgresAdapter(pool)), close: () => pool.end() }
    },
    exceptions: {
      ...{ ...adapter, repeatsTokens: true, shortTexts: true },
      refuses: [...beyondAdapters, ...passkeys],
    },
  },
  {
    name: '@auth/drizzle-adapter with items in MariaDB',
    server: 'MariaDB',
    outlivesServer: true,
    async open(given, server) {
      const items = mysql(await databases.MariaDB.create(server), { ...given, migrate: true })
      return { storage: fromAdapter(DrizzleAdapter(drizzleOn()), { items }) }
    },
    exceptions: { ...adapter, refuses: withoutItems },
  },
  {
    name: 'PostgreSQL behind PgBouncer',
    server: 'PgBouncer',
    open: (given, server) => ({ storage: sql(addressOf(server), { ...given, migrate: true }) }),
  },
  {
    name: 'MariaDB',
    server: 'MariaDB',
    async open(given, server) {
      const address = await databases.MariaDB.create(server)
      return { storage: mysql(address, { ...given, migrate: true }) }
    },
  },
  {
    name: 'MariaDB through a Kysely instance of the application',
    server: 'MariaDB',
    async open(given, server) {
      const pool = createPool(await databases.MariaDB.create(server))
      // As the guide on Kysely says.
      pool.on('connection', (connection) => {
        connection.query('set session transaction isolation level read committed')
      })
      return throughKysely(new MysqlDialect({ pool }), given)
    },
  },
  {
    name: 'Redis alone',
    server: 'Redis',
    open: (given, server) => ({
      storage: redis(addressOf(server), { ...given, prefix: 'alone:' }),
    }),
    exceptions: { forgets: true },
  },
  {
    name: 'Redis in front of SQLite',
    server: 'Redis',
    outlivesServer: true,
    open(given, server) {
      const { now } = given
      const inFrontOf = sql(':memory:', given)
      return { storage: redis(addressOf(server), { prefix: 'front:', inFrontOf, now }) }
    },
    exceptions: { forgets: true },
  },
  {
    name: 'Redis in front of PostgreSQL',
    server: 'Redis',
    outlivesServer: true,
    async open(given, server) {
      const { now } = given
      const postgres = await serverOf('PostgreSQL')?.()
      const inFrontOf = sql(await databases.PostgreSQL.create(postgres), {
        ...given,
        migrate: true,
      })
      const storage = redis(addressOf(server), { prefix: 'people elsewhere:', inFrontOf, now })
      return { storage, close: async () => postgres?.stop() }
    },
    exceptions: { forgets: true },
  },
  {
    name: 'Redis as a cluster, through node-redis’ own client',
    server: 'Redis',
    outlivesServer: true,
    async open(given) {
      const { client, stop } = await startRedisCluster()
      const storage = redis(client, { ...given, prefix: '{portico}:' })
      return { storage, close: stop }
    },
    exceptions: { forgets: true },
  },
  {
    name: 'Redis as a cluster of three servers in front of SQLite',
    server: 'Redis',
    outlivesServer: true,
    async open(given) {
      const { client, stop } = await startRedisCluster(3)
      const { now } = given
      return { storage: redis(client, { inFrontOf: sql(':memory:', given), now }), close: stop }
    },
    exceptions: { forgets: true },
  },
]

/** Every storage, with how it is opened and what it does not promise. */
export const storages: readonly StorageEntry[] = [...embedded, ...onServers]

function addressOf(server: Server | undefined): string {
  return server?.address ?? ''
}
