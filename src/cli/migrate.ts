import { existsSync } from 'node:fs'
import { AuthError } from '../errors.ts'
import type { SchemaNames } from '../storage/sql.ts'
import { type Command, defineCommand } from './command.ts'

/** Creates or upgrades the tables of a database, or prints how. */
export const migrate: Command = defineCommand({
  summary: 'Add the tables and columns that the database lacks',
  about: `It never removes or rewrites anything, and may run on several servers at once.`,
  options: {
    print: { type: 'boolean', about: 'show the SQL and change nothing' },
    database: {
      type: 'string',
      value: '<address>',
      about:
        'file:./auth.db, postgres://… or mysql://…;\nby default AUTH_DATABASE_URL or DATABASE_URL',
    },
    schema: {
      type: 'string',
      value: '<naming>',
      about: `the names of an Auth.js adapter's tables: authjs-pg, authjs-kysely,
authjs-prisma or authjs-drizzle; by default those that are there`,
    },
  },
  async run({ values }, { env, report }) {
    const address = values.database ?? env.AUTH_DATABASE_URL ?? env.DATABASE_URL
    if (!address) throw noDatabase()
    const { sql } = await import('../storage/sql.ts')
    const print = values.print ?? false
    // Opening a database in a file makes the file, and whoever prints makes nothing.
    const { sqlitePath } = await import('../stores/sql/sqlite-file.ts')
    const file = sqlitePath(address)
    const isNew = print && file !== undefined && !existsSync(file)
    const storage = sql(isNew ? ':memory:' : address, schemaOption(values.schema))
    try {
      const statements = await storage.migrate({ print })
      const shown = statements.map((statement) => `${statement};\n`).join('\n')
      report({ statements, done: !print }, print ? shown : summary(statements.length))
    } finally {
      await storage.close()
    }
  },
})

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
