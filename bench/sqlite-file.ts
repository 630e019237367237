import { DatabaseSync } from 'node:sqlite'

/** What every SQLite file of the benchmark is set to, and what Portico sets by itself: a commit survives a power failure. */
export const durability = 'pragma journal_mode = wal; pragma synchronous = full'

/** Opens the file of a `file:` address, as durable as everybody's. */
export function openFile(address: string): DatabaseSync {
  const database = new DatabaseSync(address.slice('file:'.length))
  database.exec(durability)
  return database
}
