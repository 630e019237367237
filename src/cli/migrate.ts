import { existsSync } from 'node:fs'
import { AuthError } from '../errors.ts'
import type { Database, SchemaNames, SqlStorage } from '../storage/sql.ts'
import { type Environment, listed, readEnvironment } from './application/env-files.ts'
import { type CliContext, type Command, defineCommand, unknownName, usageError } from './command.ts'

/** Creates or upgrades the tables of a database, or prints how. */
export const migrate: Command = defineCommand({
  summary: 'Create the tables in your database, or update them',
  about: `It only adds tables, columns and indexes: it never removes or rewrites anything. Several servers may run it at once.

It takes the database from --database, else AUTH_DATABASE_URL, else what your auth.ts passes to Auth(), else
DATABASE_URL. Variables are also read from the .env files that your framework reads: those for development,
unless NODE_ENV says otherwise.`,
  options: {
    print: { type: 'boolean', about: 'show the SQL and change nothing' },
    database: {
      type: 'string',
      value: '<address>',
      about: 'file:./auth.db, postgres://… or mysql://…',
    },
    schema: {
      type: 'string',
      value: '<naming>',
      about: `the table names of an Auth.js adapter: authjs-pg, authjs-kysely,
authjs-prisma or authjs-drizzle; by default the names found in the database`,
    },
  },
  exits: true,
  async run({ values }, context) {
    const schema = schemaOption(values.schema)
    const print = values.print ?? false
    const { database, storage: own, source } = await findDatabase(values.database, context)
    if (own && values.schema) throw usageError(`--schema needs --database: ${source} names its own`)
    const storage = own ?? (await opened(database, print, schema))
    try {
      const statements = await storage.migrate({ print })
      const shown = statements.map((statement) => `${statement};\n`).join('\n')
      const text = print ? shown || 'Nothing is missing.' : summary(statements.length, source)
      context.report({ statements, done: !print, source }, text)
    } finally {
      await storage.close()
    }
  },
})

/** The database to migrate, and the source of its address. */
interface Found {
  readonly database: Database
  readonly storage?: SqlStorage
  readonly source: string
}

async function findDatabase(
  typed: string | undefined,
  { env, folder }: CliContext,
): Promise<Found> {
  if (typed) {
    // The text is only a path.
    if (/^[\w./\\-]+$/.test(typed))
      throw usageError(`--database takes an address, not "${typed}": did you mean file:${typed}?`)
    return { database: typed, source: '--database' }
  }
  const read = readEnvironment(folder, { env, mode: 'development' })
  const { AUTH_DATABASE_URL, DATABASE_URL } = read.env
  const from = (name: string) => [name, read.sourceOf(name)].filter(Boolean).join(' in ')
  if (AUTH_DATABASE_URL) return { database: AUTH_DATABASE_URL, source: from('AUTH_DATABASE_URL') }
  const { usualApplication, usualFile } = await import('./application.ts')
  const { application, reason } = await usualApplication(folder, read.env)
  const { storage, database } = application?.written ?? {}
  const source = application?.file ?? ''
  if (isMigratable(storage)) return { database: '', storage, source }
  if (database) return { database, source }
  if (DATABASE_URL) return { database: DATABASE_URL, source: from('DATABASE_URL') }
  throw noDatabase(usualFile(folder), reason, read)
}

/** True for a storage of Portico in an SQL database. */
function isMigratable(storage: object | undefined): storage is SqlStorage {
  return storage !== undefined && 'migrate' in storage && 'close' in storage
}

async function opened(
  database: Database,
  print: boolean,
  schema: { schema?: SchemaNames },
): Promise<SqlStorage> {
  const { sql } = await import('../storage/sql.ts')
  const { sqlitePath } = await import('../stores/sql/sqlite-file.ts')
  // Opening a database file creates it, and `--print` must create nothing.
  const file = typeof database === 'string' ? sqlitePath(database) : undefined
  const isNew = print && file !== undefined && !existsSync(file)
  return sql(isNew ? ':memory:' : database, schema)
}

const namings = ['authjs-pg', 'authjs-kysely', 'authjs-prisma', 'authjs-drizzle'] as const

function schemaOption(given: string | undefined): { schema?: SchemaNames } {
  if (given === undefined) return {}
  const schema = namings.find((naming) => naming === given)
  if (schema) return { schema }
  throw unknownName('naming', given, namings, `: there are ${namings.join(', ')}`)
}

function summary(count: number, source: string): string {
  const changes = `${count} ${count === 1 ? 'change' : 'changes'}`
  return `The database is up to date${count === 0 ? '' : ` after ${changes}`} (from ${source}).`
}

function noDatabase(
  file: string | undefined,
  reason: string | undefined,
  { files }: Environment,
): AuthError {
  const looked = [...(file ? [file] : []), ...files]
  const where =
    looked.length > 0 ? `looked at ${listed(looked)}` : 'no auth.ts and no .env file here'
  return new AuthError('Configuration', `There is no database to migrate (${where})`, {
    field: '--database',
    hint: `${reason ? `${reason}\n` : ''}Pass --database file:./auth.db, or set DATABASE_URL or AUTH_DATABASE_URL.`,
  })
}
