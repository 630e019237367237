import type { FoundTable } from './dialect.ts'
import { createNames, type Names } from './names.ts'
import { type TableKey, tableKeys } from './schema.ts'

const besideBetterAuth =
  'Nothing was changed. Better Auth made these tables: pass --schema authjs-pg, and see docs/from-better-auth.md.'

/**
 * The advice for a table that another application made: the option that gives Portico tables of its own. Undefined where the configuration
 * names the table, or an Auth.js adapter made it, as its accounts show.
 */
export function ownTablesAdvice(
  key: TableKey,
  names: Names,
  found: ReadonlyMap<string, FoundTable>,
): string | undefined {
  const usual = createNames()
  const isUsual = (one: TableKey) => names.table(one) === usual.table(one)
  const accounts = found.get(names.table('accounts'))
  const has = (column: string) => accounts?.columns.some(({ name }) => name === column)
  if (has(names.column('accounts', 'provider'))) return undefined
  if (has('providerId') || has('provider_id')) return besideBetterAuth
  if (!isUsual(key)) return undefined
  const taken = tableKeys.filter((one) => isUsual(one) && found.has(names.table(one)))
  const own = taken.map((one) => `${one}: { table: 'auth_${names.table(one)}' }`).join(', ')
  return `Nothing was changed. If another application made this table, give Portico its own:
storage: sql(process.env.DATABASE_URL ?? '', { schema: { ${own} } })
Import sql from porticojs/storage/sql. To share the table instead, see docs/storage.md#tables.`
}
