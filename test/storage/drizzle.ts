import { drizzle, type SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import Database from 'libsql'
import { drizzleTables } from './authjs-tables.ts'

/** A Drizzle instance on a SQLite of its own, with these tables. */
export function drizzleOn(tables: string = drizzleTables): SqliteRemoteDatabase {
  const database = new Database(':memory:')
  database.exec(tables)
  return drizzle(async (text, values, method) => {
    const statement = database.prepare(text)
    if (method === 'run') return { rows: [statement.run(...values)] }
    const rows = statement.raw(true).all(...values)
    return { rows: method === 'get' ? rows[0] : rows } as { rows: unknown[] }
  })
}
