import { type Sql, sql } from './sql.ts'
import type { Table } from './tables.ts'

/** Fields and the values they must have. */
export type Where = Readonly<Record<string, unknown>>

/** The values in the condition of `matching`, in its order. */
export function valuesOf(table: Table, where: Where): unknown[] {
  return Object.entries(where).map(([key, value]) => table.column(key).codec.encode(value))
}

/** The condition that picks rows, all of them if `where` is empty; `alias` is the table's name in a join. */
export function matching(table: Table, where: Where, alias?: string): Sql {
  const conditions = Object.entries(where).map(([key, value]) => {
    const { name, codec } = table.column(key)
    return sql`${alias ? sql`${sql.id(alias)}.` : sql``}${name} = ${codec.encode(value)}`
  })
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`
}
