import type { Dialect, Outcome } from './dialect.ts'
import { type Sql, type Statement, sql } from './sql.ts'
import { shaped } from './statement-cache.ts'
import type { Table } from './tables.ts'

/** A statement that inserts or updates a key, and the meaning of its outcome. */
interface Upsert<T> {
  statement(table: Table, key: string, expires: number, now: number, hurry?: Sql): Sql
  /** The values in the statement, in its order. */
  values(key: string, expires: number, now: number): unknown[]
  result(outcome: Outcome): T
}

/** The statement of an upsert, put together once. */
export function upserting<T>(
  upsert: Upsert<T>,
  table: Table,
  values: readonly [key: string, expires: number, now: number],
  hurry?: Sql,
): Statement {
  const build = () => upsert.statement(table, ...values, hurry)
  return shaped(table.texts, hurry ? 'hurried' : 'upsert', upsert.values(...values), build)
}

type Upserts<T> = Readonly<Record<Dialect['upsert'], Upsert<T>>>

/** Takes a key that is free or has expired. */
export const claimKey: Upserts<boolean> = {
  'on conflict': {
    statement(table, key, expires, now, hurry) {
      const [keyName, end] = columnNames(table, 'key', 'expires')
      const row = hurry
        ? sql`select ${key}, ${expires} where ${hurry}`
        : sql`values (${key}, ${expires})`
      return sql`
        insert into ${table.name} as held (${keyName}, ${end}) ${row}
        on conflict (${keyName}) do update set ${end} = excluded.${end} where held.${end} <= ${now}
        returning 1 as claimed`
    },
    values: (key, expires, now) => [key, expires, now],
    result: ({ rows }) => rows.length === 1,
  },
  // MySQL has no `where` and no `returning` here, but the id that it reports can be set: 1 means that the key was held.
  'on duplicate key': {
    statement(table, key, expires, now) {
      const [keyName, end] = columnNames(table, 'key', 'expires')
      return sql`
        insert into ${table.name} (${keyName}, ${end}) values (${key}, ${expires})
        on duplicate key update ${end} = if(${end} <= ${now},
          ${expires} + 0 * last_insert_id(2), ${end} + 0 * last_insert_id(1))`
    },
    values: (key, expires, now) => [key, expires, now, expires],
    result: ({ insertId }) => insertId !== 1n,
  },
}

/** Counts one more use of a key; starts again at one when its window has ended. */
export const countUse: Upserts<number> = {
  'on conflict': {
    statement(table, key, expires, now) {
      const [keyName, end, uses] = columnNames(table, 'key', 'expires', 'uses')
      return sql`
        insert into ${table.name} as open (${keyName}, ${uses}, ${end}) values (${key}, 1, ${expires})
        on conflict (${keyName}) do update set
          ${uses} = case when open.${end} <= ${now} then 1 else open.${uses} + 1 end,
          ${end} = case when open.${end} <= ${now} then excluded.${end} else open.${end} end
        returning ${uses} as uses`
    },
    values: (key, expires, now) => [key, expires, now, now],
    result: ({ rows }) => Number(rows[0]?.uses),
  },
  // Assignments happen from left to right, so the count is decided before the end of the window changes.
  'on duplicate key': {
    statement(table, key, expires, now) {
      const [keyName, end, uses] = columnNames(table, 'key', 'expires', 'uses')
      return sql`
        insert into ${table.name} (${keyName}, ${uses}, ${end}) values (${key}, 1, ${expires})
        on duplicate key update
          ${uses} = last_insert_id(if(${end} <= ${now}, 1, ${uses} + 1)),
          ${end} = if(${end} <= ${now}, ${expires}, ${end})`
    },
    values: (key, expires, now) => [key, expires, now, now, expires],
    // No id means that the row was new.
    result: ({ insertId }) => Number(insertId) || 1,
  },
}

/** A lease that a caller asks for. */
interface WantedLease {
  key: string
  owner: string
  milliseconds: number
}

interface LeaseUpsert {
  statement(table: Table, clock: Sql, wanted: WantedLease): Sql
  result(outcome: Outcome): boolean
}

/** Takes a lease that is free, has run out, or is the owner's own. */
export const takeLease: Readonly<Record<Dialect['upsert'], LeaseUpsert>> = {
  'on conflict': {
    statement(table, clock, { key, owner, milliseconds }) {
      const [keyName, by, end] = columnNames(table, 'key', 'owner', 'expires')
      return sql`
        insert into ${table.name} as held (${keyName}, ${by}, ${end})
        values (${key}, ${owner}, ${clock} + ${milliseconds})
        on conflict (${keyName}) do update set ${by} = excluded.${by}, ${end} = excluded.${end}
        where held.${end} <= ${clock} or held.${by} = excluded.${by}
        returning 1 as taken`
    },
    result: ({ rows }) => rows.length === 1,
  },
  // Assignments happen from left to right: the owner is decided first, and then tells whether the end may move.
  'on duplicate key': {
    statement(table, clock, { key, owner, milliseconds }) {
      const [keyName, by, end] = columnNames(table, 'key', 'owner', 'expires')
      return sql`
        insert into ${table.name} (${keyName}, ${by}, ${end})
        values (${key}, ${owner}, ${clock} + ${milliseconds})
        on duplicate key update
          ${by} = if(${end} <= ${clock}, ${owner}, ${by}),
          ${end} = if(${by} = ${owner},
            ${clock} + ${milliseconds} + 0 * last_insert_id(2), ${end} + 0 * last_insert_id(1))`
    },
    result: claimKey['on duplicate key'].result,
  },
}

function columnNames(table: Table, ...keys: string[]): Sql[] {
  return keys.map((key) => table.column(key).name)
}
