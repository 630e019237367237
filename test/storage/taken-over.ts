import { DatabaseSync } from 'node:sqlite'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { afterAll } from 'vitest'
import { type SqlOptions, type SqlStorage, sql } from '../../src/storage/sql.ts'
import { sqlite } from '../../src/storage/sqlite.ts'
import { unique } from './people.ts'
import { type Server, serverOf } from './servers.ts'

/** The databases whose tables are taken over. */
export const databaseNames = ['SQLite', 'PostgreSQL', 'MariaDB'] as const

/** One of them. */
export type DatabaseName = (typeof databaseNames)[number]

/** A storage on tables that somebody else has made. */
export interface TakenOver {
  storage: SqlStorage
  /** Runs a statement as whoever has made the tables; its values are in it as `?`. */
  run(statement: string, values?: readonly (string | number)[]): Promise<Row[]>
  close(): Promise<void>
}

type Row = Record<string, unknown>

const servers = new Map<DatabaseName, Promise<Server>>()
afterAll(async () => {
  for (const server of servers.values()) await (await server).stop()
})

/** Whether a database can be started here. */
export function isInstalled(name: DatabaseName): boolean {
  return name === 'SQLite' || serverOf(name) !== undefined
}

/** Makes these tables in a database of their own, and opens a storage on them. Names are in double quotes. */
export function takeOver(
  name: DatabaseName,
  tables: readonly string[],
  options: SqlOptions = {},
): Promise<TakenOver> {
  const secrets = ['a secret that is long enough to be one']
  return ways[name](tables, { secrets, migrate: true, ...options })
}

type Way = (tables: readonly string[], options: SqlOptions) => Promise<TakenOver>

const ways: Readonly<Record<DatabaseName, Way>> = {
  async SQLite(tables, options) {
    const database = new DatabaseSync(':memory:', { readBigInts: true })
    for (const text of tables) database.exec(text)
    // What the storage reads comes as it would from a file: as numbers.
    const given = {
      prepare(text: string) {
        const statement = database.prepare(text)
        statement.setReadBigInts(false)
        return statement
      },
      exec: (text: string) => database.exec(text),
      close: () => database.close(),
    }
    const storage = sqlite(given, options)
    return {
      storage,
      run: async (text, values = []) => database.prepare(text).all(...values),
      async close() {
        await storage.close()
        database.close()
      },
    }
  },
  async PostgreSQL(tables, options) {
    const client = new pg.Client(await addressOf('PostgreSQL'))
    await client.connect()
    const schema = `s_${unique()}`
    await client.query(`create schema ${schema}; set search_path = ${schema}`)
    for (const text of tables) await client.query(text)
    const search = `options=-c%20search_path%3D${schema}`
    const storage = sql(`${await addressOf('PostgreSQL')}?${search}`, options)
    return {
      storage,
      async run(text, values = []) {
        let place = 0
        return (
          await client.query(
            text.replaceAll('?', () => `$${++place}`),
            [...values],
          )
        ).rows
      },
      async close() {
        await storage.close()
        await client.end()
      },
    }
  },
  async MariaDB(tables, options) {
    const uri = await addressOf('MariaDB')
    const connection = await mysql.createConnection({
      uri,
      supportBigNumbers: true,
      bigNumberStrings: true,
    })
    const database = `db_${unique()}`
    await connection.query(`create database ${database}`)
    await connection.query(`use ${database}`)
    await connection.query(
      "set time_zone = '+00:00', sql_mode = concat(@@sql_mode, ',ANSI_QUOTES')",
    )
    for (const text of tables) await connection.query(text)
    const storage = sql(uri.replace(/\/mysql$/, `/${database}`), options)
    return {
      storage,
      async run(text, values = []) {
        const [rows] = await connection.query(text, [...values])
        return Array.isArray(rows) ? rows.map((row) => Object(row)) : []
      },
      async close() {
        await storage.close()
        await connection.end()
      },
    }
  },
}

async function addressOf(name: 'PostgreSQL' | 'MariaDB'): Promise<string> {
  const server = servers.get(name) ?? serverOf(name)?.()
  if (!server) throw new Error(`${name} is not installed`)
  servers.set(name, server)
  return (await server).address
}
