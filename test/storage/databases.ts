import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { unique } from './people.ts'
import { type Server, type ServerName, temporaryFolder } from './servers.ts'

/** The databases that have an address; PgBouncer stands in front of a PostgreSQL of its own. */
export type DatabaseName = 'SQLite' | Exclude<ServerName, 'Redis'>

type Row = Record<string, unknown>

/** How tests make databases and look into them, past the storage. */
export interface DatabaseKind {
  /** The address of a new database with these tables. */
  create(server: Server | undefined, tables?: string): Promise<string>
  /** Runs statements; returns the rows of a single one. */
  query(address: string, statements: string): Promise<Row[]>
}

async function queryPostgres(address: string, statements: string): Promise<Row[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query(statements)).rows
  } finally {
    await client.end()
  }
}

async function queryMysql(uri: string, statements: string): Promise<Row[]> {
  const connection = await mysql.createConnection({ uri, multipleStatements: true })
  try {
    const [rows] = await connection.query(statements)
    return Array.isArray(rows) ? rows.map((row) => Object(row)) : []
  } finally {
    await connection.end()
  }
}

async function querySqlite(address: string, statements: string): Promise<Row[]> {
  const database = new DatabaseSync(address.replace(/^file:/, ''))
  try {
    if (/^\s*select/i.test(statements)) return database.prepare(statements).all()
    database.exec(statements)
    return []
  } finally {
    database.close()
  }
}

/** A database of its own beside the one at the server's address. */
function onServer(query: DatabaseKind['query']): DatabaseKind {
  return {
    async create(server, tables) {
      const name = `db_${unique()}`
      const first = server?.address ?? ''
      await query(first, `create database ${name}`)
      const address = first.replace(/\/\w+$/, `/${name}`)
      if (tables) await query(address, tables)
      return address
    },
    query,
  }
}

/** Every database that has an address. */
export const databases: Readonly<Record<DatabaseName, DatabaseKind>> = {
  SQLite: {
    async create(_server, tables) {
      const address = `file:${join(temporaryFolder(), 'auth.db')}`
      if (tables) await querySqlite(address, tables)
      return address
    },
    query: querySqlite,
  },
  PostgreSQL: onServer(queryPostgres),
  PgBouncer: onServer(queryPostgres),
  MariaDB: onServer(queryMysql),
}
