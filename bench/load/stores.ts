import { join } from 'node:path'
import { createClient } from 'redis'
import type { Storage } from '../../dist/index.js'
import { redis } from '../../dist/storage/redis.js'
import { sql } from '../../dist/storage/sql.js'
import { secret } from '../contestant.ts'
import type { Postgres } from '../postgres-server.ts'
import type { RedisServer } from '../redis-server.ts'
import { fillSessions, fillStorage, fillTables } from './fill.ts'

/** A way to keep users and sessions. */
export interface Store {
  name: string
  /** With how many users it is measured. */
  sizes: readonly number[]
  /** The processes that work for it besides the application's. */
  servers: Readonly<Record<string, number>>
  /** Settles so many users. */
  fill(users: number): Promise<void>
  /** Opens what was filled, with so many connections to each server. */
  open(users: number, connections: number): Promise<Storage>
}

const sizes = [1000, 100_000, 1_000_000]

/** SQLite in files of a folder. It has no connections: whoever comes at once takes turns within the process. */
export function sqliteStore(folder: string): Store {
  const address = (users: number) => `file:${join(folder, `town${users}`)}.db`
  return {
    name: 'SQLite',
    sizes,
    servers: {},
    fill: (users) => fillTables(address(users), users),
    open: async (users) => sql(address(users)),
  }
}

/** PostgreSQL. */
export function postgresStore(postgres: Postgres): Store {
  const addresses = new Map<number, string>()
  return {
    name: 'PostgreSQL',
    sizes,
    servers: { PostgreSQL: postgres.pid },
    async fill(users) {
      const address = await postgres.create(`town${users}`)
      addresses.set(users, address)
      await fillTables(address, users)
    },
    open: async (users, connections) => sql(addresses.get(users) ?? '', { connections }),
  }
}

/** Redis in front of the PostgreSQL that was filled before: sessions and what else is short-lived are in Redis. */
export function redisInFront(server: RedisServer, behind: Store): Store {
  const open = async (users: number, connections: number) =>
    redis(await clients(server.address, connections), {
      prefix: `front${users}:`,
      inFrontOf: await behind.open(users, connections),
    })
  return {
    name: `Redis in front of ${behind.name}`,
    sizes: behind.sizes,
    servers: { ...behind.servers, Redis: server.pid },
    async fill(users) {
      const storage = await open(users, 1)
      await server.hurried(() => fillSessions(storage, users))
      await storage.close?.()
    },
    open,
  }
}

/** Redis alone. A million users would take longer to settle than all that is measured. */
export function redisStore(server: RedisServer): Store {
  const open = async (users: number, connections: number) =>
    redis(await clients(server.address, connections), {
      prefix: `alone${users}:`,
      secrets: [secret],
    })
  return {
    name: 'Redis',
    sizes: sizes.slice(0, 2),
    servers: { Redis: server.pid },
    async fill(users) {
      const storage = await open(users, 1)
      await server.hurried(() => fillStorage(storage, users))
    },
    open,
  }
}

/** So many connections that take turns. */
async function clients(url: string, count: number) {
  const connect = async () => {
    const client = createClient({ url })
    // The server ends before the connections do.
    client.on('error', () => {})
    return client.connect()
  }
  const all = await Promise.all(Array.from({ length: count }, connect))
  let turn = 0
  return {
    async sendCommand(command: string[]): Promise<unknown> {
      return all[turn++ % count]?.sendCommand(command)
    },
  }
}
