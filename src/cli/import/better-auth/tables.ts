import type { Connection } from '../../../stores/sql/connection.ts'
import type { Row } from '../../../stores/sql/dialect.ts'
import { sql } from '../../../stores/sql/sql.ts'
import { unknownName, usageError } from '../../command.ts'

/** The tables to read, with their usual names, and columns that no other library's table has. */
const usual = {
  user: { names: ['user', 'users'], column: 'emailVerified', others: [] },
  account: { names: ['account', 'accounts'], column: 'accountId', others: ['providerId'] },
  session: { names: ['session', 'sessions'], column: 'token', others: ['expiresAt'] },
  twoFactor: {
    names: ['twoFactor', 'two_factor', 'twoFactors', 'two_factors'],
    column: 'backupCodes',
    others: ['secret'],
  },
  passkey: { names: ['passkey', 'passkeys'], column: 'credentialID', others: ['publicKey'] },
} as const

/** A table of Better Auth. */
export type TheirTable = keyof typeof usual

/** The tables that were found, with their real names. */
export type TheirTables = ReadonlyMap<
  TheirTable,
  { name: string; columns: ReadonlyMap<string, string> }
>

/** Tables of Better Auth without a counterpart, and what becomes of their content. */
const others: Readonly<Record<string, string>> = {
  verification: 'links and codes that were mailed before the move no longer work',
  organization: 'organizations stay in their tables, for your own code',
  member: 'members of organizations stay in their table, for your own code',
  invitation: 'invitations stay in their table, for your own code',
  team: 'teams stay in their table, for your own code',
  apikey: 'API keys stay in their table; AccessTokens() makes new ones',
  apiKey: 'API keys stay in their table; AccessTokens() makes new ones',
  ssoProvider: 'configure each as a provider',
  oauthApplication: 'applications that sign in here stay in their table',
  jwks: 'keys of the JWT plugin are not used any more',
  walletAddress: 'wallets stay in their table',
}

/** Finds the tables of Better Auth. Chosen names replace the usual ones: `user=people`. */
export async function findTables(
  connection: Connection,
  chosen: readonly string[],
  notes: readonly string[] = [],
): Promise<TheirTables> {
  const named = new Map(chosen.map(renamed))
  const all = Object.values(usual).flatMap(({ names }) => names)
  const inspected = await connection.dialect.inspect(connection.read, [...all, ...named.values()])
  const found = new Map<TheirTable, { name: string; columns: ReadonlyMap<string, string> }>()
  for (const [key, { names, column, others }] of Object.entries(usual)) {
    const own = named.get(key)
    for (const name of own ? [own] : names) {
      const columns = new Map(
        inspected.get(name)?.columns.map((one) => [camel(one.name), one.name] as const),
      )
      if (found.has(key as TheirTable) || ![column, ...others].every((one) => columns.has(one)))
        continue
      found.set(key as TheirTable, { name, columns })
    }
  }
  if (!found.has('user') || !found.has('account'))
    throw usageError(
      [
        'The database of --from has no tables of Better Auth. If they have other names, write --table user=people --table account=logins',
        ...notes,
      ].join('. '),
    )
  return found
}

/** Notes about the tables that are not imported, with the number of their rows and what becomes of them. */
export async function otherTables(connection: Connection): Promise<string[]> {
  const there = await connection.dialect.inspect(connection.read, Object.keys(others))
  const notes: string[] = []
  for (const [name, fate] of Object.entries(others)) {
    if (!there.has(name)) continue
    const { rows } = await connection.read(sql`select count(*) as n from ${sql.id(name)}`)
    const count = Number(rows[0]?.n ?? 0)
    if (count > 0) notes.push(`${name}: ${count} not read; ${fate}.`)
  }
  return notes
}

/** The number of rows in a table. */
export async function countRows(connection: Connection, name: string): Promise<number> {
  const { rows } = await connection.read(sql`select count(*) as n from ${sql.id(name)}`)
  return Number(rows[0]?.n ?? 0)
}

/** A row with the names that Better Auth uses in code. */
export function named(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]))
}

/** `email_verified` is `emailVerified`, and `credential_id` `credentialID`. */
function camel(name: string): string {
  const joined = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return joined === 'credentialId' ? 'credentialID' : joined
}

/** The table that `--table` names differently. */
function renamed(pair: string): [table: string, name: string] {
  const [table = '', name = ''] = pair.split('=')
  const known = Object.keys(usual)
  if (!known.includes(table))
    throw unknownName('table', table, known, `: there are ${known.join(', ')}`)
  if (name) return [table, name]
  throw usageError(`--table ${pair} is not understood: write --table ${table}=<name>`)
}
