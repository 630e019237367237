import { AuthError } from '../errors.ts'
import type { KyselyInstance } from '../types/config.ts'

type DatabaseCode = typeof import('./portico-database.ts')

/** Loads the code for a `database`. */
export async function loadDatabase(database: string | KyselyInstance): Promise<DatabaseCode> {
  try {
    // esbuild puts everything that it finds into one file, also for applications without a database, but leaves an import with unknown
    // options as it is. Other bundlers, and every runtime, ignore such options.
    return await import('./portico-database.ts', { inOneFile: false } as object)
  } catch (cause) {
    throw new AuthError('Configuration', 'This bundle has no code for `database`', {
      field: 'database',
      hint: `Instead of \`database\`, pass ${insteadOf(database)}: bundlers follow what is imported.`,
      cause,
    })
  }
}

/** The line to write instead, by the beginning of the database's address. */
const doors = [
  [/^postgres/, '`storage: postgres(process.env.DATABASE_URL)` of porticojs/storage/postgres'],
  [/^m/, '`storage: mysql(process.env.DATABASE_URL)` of porticojs/storage/mysql'],
  [/^/, "`storage: sqlite('file:./auth.db')` of porticojs/storage/sqlite"],
] as const

function insteadOf(database: string | KyselyInstance): string {
  if (typeof database !== 'string') return '`storage: kysely(db)` of porticojs/storage/kysely'
  return doors.find(([beginning]) => beginning.test(database))?.[1] ?? ''
}
