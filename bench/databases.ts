import { join } from 'node:path'
import type { Postgres } from './postgres-server.ts'
import type { Database } from './stage.ts'

/** SQLite in files of a folder, and PostgreSQL where there is a server. */
export function databasesOf(folder: string, postgres: Postgres | undefined): Database[] {
  let made = 0
  const sqlite: Database = {
    id: 'sqlite',
    name: 'a SQLite file',
    durability: 'WAL, synchronous = full',
    create: async () => `file:${join(folder, `${made++}.db`)}`,
  }
  if (!postgres) return [sqlite]
  return [
    sqlite,
    {
      id: 'postgres',
      name: 'PostgreSQL',
      durability: 'fsync and synchronous_commit on, its defaults',
      create: () => postgres.create(`bench${made++}`),
    },
  ]
}
