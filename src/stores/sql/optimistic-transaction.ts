import type { Outcome, Row, Run } from './dialect.ts'
import { schema } from './schema.ts'
import { type Sql, sql } from './sql.ts'
import { type Column, selection, type Table } from './tables.ts'
import { matching, type Where } from './where.ts'

/** A value for a column. */
export type Assignment = readonly [column: Column, value: unknown]

/**
 * A transaction on a database that has none but runs several statements as one (D1). Nothing is written before the end. Reads are
 * remembered; writes are gathered, and later reads see them. At the end, the writes go to the database together with checks that fail if
 * anything read has changed: all of it happens, or nothing.
 */
export interface Draft {
  /** The rows that match, as they would be if everything so far had been written. */
  select(table: Table, where: Where): Promise<readonly Row[]>
  insert(table: Table, values: readonly Assignment[]): void
  /** Returns how many rows will change. */
  update(table: Table, values: readonly Assignment[], where: Where): Promise<number>
  remove(table: Table, where: Where, except?: Where): Promise<number>
  /** Statements that fail with `changedMeanwhile` in their message if anything has changed since it was read. */
  checks(): Sql[]
  /** The questions so far. The next draft asks the same, and can read all of it at once. */
  asked(): Question[]
}

/** Rows that were asked for. */
interface Question {
  table: Table
  where: Where
}

/** The message of a failed check. */
export const changedMeanwhile = 'portico: changed meanwhile'

/** D1 binds a hundred values to a statement, and a check has one more than what it looks for. */
const mostValues = 90

/** A question with its answer. */
export interface Reading extends Question {
  rows: readonly Row[]
  /** The rows as one text that the database made: no conversion of types hides a change. */
  seen: string | null
}

/** A name that no column has. */
const fingerprintName = 'portico: the row as it was'

/** An empty draft. `read` answers what was not read in advance. */
export function createDraft(read: Run, inAdvance: readonly Reading[] = []): Draft {
  const readings = new Map<string, Reading>()
  const known = new Map(inAdvance.map((reading) => [keyOf(reading), reading]))
  const changed = new Map<Table, Map<string, Row | undefined>>()
  const change = (table: Table, identity: string, row: Row | undefined) => {
    const rows = changed.get(table) ?? new Map<string, Row | undefined>()
    changed.set(table, rows.set(identity, row))
  }
  const look = async (table: Table, where: Where): Promise<Reading> => {
    const key = keyOf({ table, where })
    const reading = readings.get(key) ?? known.get(key) ?? (await readRows(read, { table, where }))
    readings.set(key, reading)
    return reading
  }
  const select = async (table: Table, where: Where): Promise<Row[]> => {
    const changes = changed.get(table) ?? new Map<string, Row | undefined>()
    // A row of this draft's own: when it is written, the database makes sure that there is no other.
    const own = isIdentity(table, where) ? changes.get(identify(table, where)) : undefined
    if (own) return [own]
    const { rows } = await look(table, where)
    const before = new Map(rows.map((row) => [identify(table, row), row]))
    const untouched = rows.filter((row) => !changes.has(identify(table, row)))
    const touched = [...changes].flatMap(([identity, row]) =>
      row && matches(table, row, where, before.get(identity)) ? [row] : [],
    )
    return [...untouched, ...touched]
  }
  return {
    select,
    insert(table, values) {
      const empty = Object.fromEntries(table.columns.map(({ key }) => [key, null]))
      const row = { ...empty, ...toRow(values) }
      change(table, identify(table, row), row)
    },
    async update(table, values, where) {
      const rows = await select(table, where)
      for (const row of rows) change(table, identify(table, row), { ...row, ...toRow(values) })
      return rows.length
    },
    async remove(table, where, except) {
      const rows = await select(table, where)
      const gone = rows.filter((row) => !except || !matches(table, row, except))
      for (const row of gone) change(table, identify(table, row), undefined)
      return gone.length
    },
    checks: () => combine([...readings.values()]),
    asked: () => [...readings.values()],
  }
}

function toRow(values: readonly Assignment[]): Row {
  return Object.fromEntries(values.map(([{ key }, value]) => [key, value]))
}

function identityKeys(table: Table): readonly string[] {
  return schema[table.key].primary ?? []
}

/** The key that tells a row from all others of its table. */
function identify(table: Table, row: Row): string {
  return JSON.stringify(identityKeys(table).map((key) => String(row[key])))
}

function isIdentity(table: Table, where: Where): boolean {
  const keys = identityKeys(table)
  return Object.keys(where).length === keys.length && keys.every((key) => key in where)
}

/** True if a row matches. Rows that the database called equal when they were read stay equal until they change. */
function matches(table: Table, row: Row, where: Where, before?: Row): boolean {
  return Object.entries(where).every(([key, value]) => {
    if (before && before[key] === row[key]) return true
    const wanted = table.column(key).codec.encode(value)
    return wanted !== null && row[key] !== null && String(row[key]) === String(wanted)
  })
}

async function readRows(read: Run, question: Question): Promise<Reading> {
  return toReading(question, await read(reading(question)))
}

/** The statement that answers a question, with the text that later checks compare. */
export function reading({ table, where }: Question): Sql {
  return sql`
    select ${selection(table)}, ${fingerprint(table)} as ${sql.id(fingerprintName)}
    from ${table.name} where ${matching(table, where)} order by ${identityColumns(table)}`
}

/** The answer to a question. */
export function toReading(question: Question, { rows }: Pick<Outcome, 'rows'>): Reading {
  const seen = rows.map((row) => String(row[fingerprintName])).join('\n')
  return {
    ...question,
    rows: rows.map(({ [fingerprintName]: _, ...row }) => row),
    seen: rows.length > 0 ? seen : null,
  }
}

function keyOf({ table, where }: Question): string {
  return JSON.stringify([table.key, where])
}

function fingerprint(table: Table): Sql {
  return sql.join(
    table.columns.map(({ name }) => sql`quote(${name})`),
    sql` || ',' || `,
  )
}

function identityColumns(table: Table): Sql {
  return sql.join(identityKeys(table).map((key) => table.column(key).name))
}

/** As few statements as the values allow: a worker may run only a limited number per request. */
function combine(readings: readonly Reading[]): Sql[] {
  const statements: Sql[][] = []
  let room = 0
  for (const { table, where, seen } of readings) {
    const now = sql`
      select group_concat(${fingerprint(table)}, char(10) order by ${identityColumns(table)})
      from ${table.name} where ${matching(table, where)}`
    const needed = Object.keys(where).length + 1
    if (needed > room) {
      statements.push([])
      room = mostValues
    }
    statements.at(-1)?.push(sql`(${now}) is ${seen}`)
    room -= needed
  }
  return statements.map(
    (same) => sql`
      select case when ${sql.join(same, sql` and `)} then 1
      else json_extract('{}', ${sql.raw(`'${changedMeanwhile}'`)}) end as unchanged`,
  )
}
