import { parseArgs } from 'node:util'
import { AuthError } from '../errors.ts'
import type { SchemaNames } from '../storage/sql.ts'

/** What a command needs of the process that runs it. */
export interface MigrateWorld {
  env: Readonly<Record<string, string | undefined>>
  print: (line: string) => void
}

/** What `npx portico migrate` understands. */
export const migrateUsage = `npx portico migrate [--print] [--database <address>] [--schema <naming>]

  Adds the tables and columns that are missing. It never removes or rewrites anything, and may run on
  several servers at once.

  --print      show the SQL and change nothing
  --database   file:./auth.db, postgres://… or mysql://…; by default AUTH_DATABASE_URL or DATABASE_URL
  --schema     the names of an Auth.js adapter's tables: authjs-pg, authjs-kysely, authjs-prisma or
               authjs-drizzle; by default those that are there`

/** Creates or upgrades the tables of a database, or prints how. */
export async function migrate(args: readonly string[], context: MigrateWorld): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      print: { type: 'boolean' },
      database: { type: 'string' },
      schema: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return context.print(migrateUsage)
  const address = values.database ?? context.env.AUTH_DATABASE_URL ?? context.env.DATABASE_URL
  if (!address) throw noDatabase()
  const { sql } = await import('../storage/sql.ts')
  const storage = sql(address, schemaOption(values.schema))
  try {
    const statements = await storage.migrate({ print: values.print ?? false })
    if (values.print) for (const statement of statements) context.print(`${statement};\n`)
    else context.print(summary(statements.length))
  } finally {
    await storage.close()
  }
}

const namings = ['authjs-pg', 'authjs-kysely', 'authjs-prisma', 'authjs-drizzle'] as const

function schemaOption(given: string | undefined): { schema?: SchemaNames } {
  if (given === undefined) return {}
  const schema = namings.find((naming) => naming === given)
  if (schema) return { schema }
  throw new AuthError('Configuration', `There is no naming ${JSON.stringify(given)}`, {
    field: '--schema',
    hint: `Choose one of ${namings.join(', ')}.`,
  })
}

function summary(count: number): string {
  if (count === 0) return 'The database is up to date.'
  return `The database is up to date after ${count} ${count === 1 ? 'statement' : 'statements'}.`
}

function noDatabase(): AuthError {
  return new AuthError('Configuration', 'There is no database to migrate', {
    field: '--database',
    hint: 'Pass --database file:./auth.db, or set AUTH_DATABASE_URL.',
  })
}
