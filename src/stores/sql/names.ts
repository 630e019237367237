import { AuthError } from '../../errors.ts'
import { schema, type TableKey } from './schema.ts'

/** A table's name in the database and the names of its columns, where they differ from ours. */
export interface TableNames {
  table?: string
  columns?: Readonly<Record<string, string>>
}

/** The naming of an Auth.js adapter, or the names that differ from the default. */
export type SchemaNames =
  | 'authjs-pg'
  | 'authjs-kysely'
  | 'authjs-prisma'
  | 'authjs-drizzle'
  | Readonly<Partial<Record<TableKey, TableNames>>>

/** Every table's and column's name in the database. */
export interface Names {
  table(key: TableKey): string
  column(table: TableKey, key: string): string
}

const own = {
  items: { table: 'portico_items' },
  claims: { table: 'portico_claims' },
  limits: { table: 'portico_limits' },
  leases: { table: 'portico_leases' },
  audit: { table: 'portico_audit' },
} as const

const pascal = {
  ...own,
  users: { table: 'User' },
  accounts: { table: 'Account' },
  sessions: { table: 'Session' },
  verificationTokens: { table: 'VerificationToken' },
  authenticators: { table: 'Authenticator' },
}

/** The namings of Auth.js's SQL adapters. The first is the default. */
const presets: Readonly<Record<string, Readonly<Record<TableKey, { table: string }>>>> = {
  'authjs-pg': {
    ...own,
    users: { table: 'users' },
    accounts: { table: 'accounts' },
    sessions: { table: 'sessions' },
    verificationTokens: { table: 'verification_token' },
    authenticators: { table: 'authenticators' },
  },
  'authjs-kysely': pascal,
  'authjs-prisma': pascal,
  'authjs-drizzle': {
    ...own,
    users: { table: 'user' },
    accounts: { table: 'account' },
    sessions: { table: 'session' },
    verificationTokens: { table: 'verificationToken' },
    authenticators: { table: 'authenticator' },
  },
}

/** The namings to try, in this order, when the configuration names none. */
export const namings: readonly ('authjs-pg' | 'authjs-kysely' | 'authjs-drizzle')[] = [
  'authjs-pg',
  'authjs-kysely',
  'authjs-drizzle',
]

/** Looks names up; refuses a naming, table or column that does not exist here. */
export function createNames(given: SchemaNames = 'authjs-pg'): Names {
  const base = presets[typeof given === 'string' ? given : 'authjs-pg']
  if (!base) throw wrong(`There is no naming ${JSON.stringify(given)}`)
  const changes: Readonly<Partial<Record<string, TableNames>>> =
    typeof given === 'string' ? {} : given
  for (const [table, names] of Object.entries(changes)) {
    const plan = Object.entries(schema).find(([key]) => key === table)?.[1]
    if (!plan) throw wrong(`There is no table ${JSON.stringify(table)}`)
    const unknown = Object.keys(names?.columns ?? {}).find((column) => !(column in plan.columns))
    if (unknown) throw wrong(`Table ${table} has no column ${JSON.stringify(unknown)}`)
  }
  return {
    table: (key) => changes[key]?.table ?? base[key].table,
    column: (table, key) => changes[table]?.columns?.[key] ?? key,
  }
}

function wrong(message: string): AuthError {
  return new AuthError('Configuration', `${message} in \`schema\` of sql()`, { field: 'schema' })
}
