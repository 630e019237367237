import { AuthError } from '../../errors.ts'
import type { Connection } from './connection.ts'
import type { FoundTable } from './dialect.ts'
import { currentVersion, historyTable } from './migrate.ts'
import { createNames, type Names, namings } from './names.ts'
import { latest, schema, type TableKey, tableKeys } from './schema.ts'
import { createTable, type Table, type Tables } from './tables.ts'

/** The names in use: those given, or those of the Auth.js adapter whose tables exist. */
export async function findNames(connection: Connection, given: Names | undefined): Promise<Names> {
  await connection.dialect.assertSafe?.(connection.read)
  if (given) return given
  const candidates = namings.map(createNames)
  const telling = (names: Names) => [names.table('users'), names.table('accounts')]
  const found = await connection.dialect.inspect(connection.read, candidates.flatMap(telling))
  return (
    candidates.find((names) => telling(names).every((table) => found.has(table))) ?? createNames()
  )
}

/** The tables, ready for use. If they are behind, `migrate` runs first. */
export async function prepareTables(
  connection: Connection,
  names: Names,
  migrate?: () => Promise<unknown>,
): Promise<Tables> {
  const found = await look(connection, names)
  const isBehind =
    !found.has(historyTable) ||
    (await currentVersion(connection)) < latest ||
    tableKeys.some((key) => missingColumn(names, key, found) !== undefined)
  if (!isBehind || !migrate) return bind(connection, names, found)
  await migrate()
  return bind(connection, names, await look(connection, names))
}

function look(connection: Connection, names: Names): Promise<ReadonlyMap<string, FoundTable>> {
  return connection.dialect.inspect(connection.read, [...tableKeys.map(names.table), historyTable])
}

/** The table of items alone, ready for use. If it is behind, `migrate` runs first. */
export async function prepareItems(
  connection: Connection,
  names: Names,
  migrate?: () => Promise<unknown>,
): Promise<Table> {
  const find = () => connection.dialect.inspect(connection.read, [names.table('items')])
  const found = await find()
  const isBehind = found.size === 0 || missingColumn(names, 'items', found) !== undefined
  if (isBehind) await migrate?.()
  return bindTable(connection, names, 'items', isBehind ? await find() : found)
}

function bindTable(
  { dialect }: Connection,
  names: Names,
  key: TableKey,
  found: ReadonlyMap<string, FoundTable>,
): Table {
  const name = names.table(key)
  const real = found.get(name)
  if (!real) throw behind(`no table ${JSON.stringify(name)}`)
  const missing = missingColumn(names, key, found)
  if (missing !== undefined) {
    throw behind(`no column ${JSON.stringify(missing)} in table ${JSON.stringify(name)}`)
  }
  return createTable(key, real, names, dialect)
}

async function bind(
  connection: Connection,
  names: Names,
  found: ReadonlyMap<string, FoundTable>,
): Promise<Tables> {
  const table = (key: TableKey) => bindTable(connection, names, key, found)
  const users = table('users')
  const leases = table('leases')
  return {
    users: {
      ...users,
      guard: await connection.dialect.guard?.(connection.read, leases),
    },
    accounts: table('accounts'),
    sessions: table('sessions'),
    verificationTokens: table('verificationTokens'),
    authenticators: table('authenticators'),
    items: table('items'),
    claims: table('claims'),
    limits: table('limits'),
    leases,
    audit: table('audit'),
  }
}

/** The first column that a table lacks; undefined where there is no such table either. */
function missingColumn(
  names: Names,
  key: TableKey,
  found: ReadonlyMap<string, FoundTable>,
): string | undefined {
  const table = found.get(names.table(key))
  return Object.keys(schema[key].columns)
    .map((column) => names.column(key, column))
    .find((wanted) => table && !table.columns.some(({ name }) => name === wanted))
}

function behind(what: string): AuthError {
  return new AuthError('Configuration', `The database has ${what}`, {
    field: 'database',
    hint: 'Run `npx porticojs migrate`, or call `migrate()` of the storage. It only adds.',
  })
}
