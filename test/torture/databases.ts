import { join } from 'node:path'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import type { Storage } from '../../src/types/storage.ts'
import { haveGalera, startGalera } from '../machines/galera.ts'
import { type PostgresPair, startPostgresPair } from '../machines/postgres-pair.ts'
import { secret } from '../setup.ts'
import { type ServerName, serverOf, temporaryFolder } from '../storage/start-servers.ts'

/** The storages that the application is tortured on. */
export const storageNames = ['sqlite', 'postgres', 'mariadb', 'redis'] as const

/** Databases on several machines, which take longer to start: three nodes of Galera, and a PostgreSQL whose copy takes its place. */
export const severalNames = ['galera', 'promotion'] as const

/** One of them. */
export type StorageName = (typeof storageNames)[number] | (typeof severalNames)[number]

/** An empty database for one round. */
export interface Database {
  storage: StorageName
  /** What workers are told, and the prefix of their keys in Redis. */
  address: string
  prefix: string
  /** Where the servers listen, if there are any, so that a proxy can stand in between: each server of the application has one. */
  ports?: readonly number[]
  /** Lets a copy take the place of the server in the middle of a round. */
  promote?(): Promise<void>
}

/** Makes empty databases. */
export interface Databases {
  fresh(): Promise<Database>
  stop(): Promise<void>
}

/** Starts the server of a storage, or says loudly that this machine has none. */
export async function startDatabases(storage: StorageName): Promise<Databases | undefined> {
  const several = { galera: startNodes, promotion: startPairs }
  if (storage === 'galera' || storage === 'promotion') return several[storage]()
  const name = serverNames[storage]
  if (!name) return { fresh: freshFile, stop: async () => {} }
  const server = await serverOf(name)?.()
  if (!server) return undefined
  let count = 0
  return {
    async fresh() {
      const database = `torture${count++}`
      const address = await makers[storage]?.(server.address, database)
      const own = { address: address ?? server.address, prefix: `${database}:` }
      await migrate(storage, own.address)
      return { storage, ports: [server.port], ...own }
    },
    stop: () => server.stop(),
  }
}

/** Each server of the application asks a node of its own. */
async function startNodes(): Promise<Databases | undefined> {
  if (!haveGalera()) return undefined
  const nodes = await startGalera(3)
  const [first] = nodes
  let count = 0
  return {
    async fresh() {
      const name = `torture${count++}`
      const address = (await makers.mariadb?.(first?.address ?? '', name)) ?? ''
      await migrate('galera', address)
      return { storage: 'galera', address, prefix: '', ports: nodes.map(({ port }) => port) }
    },
    async stop() {
      for (const node of nodes.toReversed()) await node.stop()
    },
  }
}

/** A promotion cannot be taken back, so that each round has servers of its own. */
async function startPairs(): Promise<Databases | undefined> {
  if (!serverOf('PostgreSQL')) return undefined
  const pairs: PostgresPair[] = []
  const stop = async () => {
    for (const pair of pairs.splice(0)) await pair.stop()
  }
  return {
    async fresh() {
      await stop()
      const pair = await startPostgresPair()
      pairs.push(pair)
      await migrate('promotion', pair.primary().address)
      return {
        ...{ storage: 'promotion', prefix: '', promote: pair.promote },
        get address() {
          return pair.primary().address
        },
        get ports() {
          return [pair.primary().port]
        },
      }
    },
    stop,
  }
}

const serverNames: Readonly<Partial<Record<StorageName, ServerName>>> = {
  postgres: 'PostgreSQL',
  mariadb: 'MariaDB',
  redis: 'Redis',
}

/** The storage that a server of the application opens. */
export function openStorage({ storage, address, prefix }: Database): Storage {
  return storage === 'redis' ? redis(address, { prefix }) : sql(address, { connections: 5 })
}

/** The same for the checks, which read what is sealed. */
export function openForChecks(database: Database): Storage {
  const storage = openStorage(database)
  storage.configure?.({ secrets: [secret], now: Date.now })
  return storage
}

async function freshFile(): Promise<Database> {
  const address = `file:${join(temporaryFolder(), 'torture.db')}`
  await migrate('sqlite', address)
  return { storage: 'sqlite', address, prefix: '' }
}

async function migrate(storage: StorageName, address: string): Promise<void> {
  if (storage === 'redis') return
  const opened = sql(address, { secrets: [secret] })
  await opened.migrate()
  await opened.close()
}

/** How a server makes a database, and the address of it. */
const makers: Readonly<
  Partial<Record<StorageName, (at: string, name: string) => Promise<string>>>
> = {
  async postgres(at, name) {
    const client = new pg.Client(at)
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    return at.replace(/[^/]*$/, name)
  },
  async mariadb(at, name) {
    const connection = await mysql.createConnection(at)
    await connection.query(`create database ${name}`)
    await connection.end()
    return at.replace(/[^/]*$/, name)
  },
}
