import { comparedCharacters } from '../user-pages.ts'
import { type Codec, dates, digits, flags, ids, plain, scalars } from './codec.ts'
import { type Dialect, type Fault, gather, type Run, readFact } from './dialect.ts'
import { type Sql, sql } from './sql.ts'

// https://www.sqlite.org/rescode.html; drivers give the number, the name, or both.
const faults: Readonly<Record<string, Fault>> = {
  2067: 'duplicate',
  1555: 'duplicate',
  2579: 'duplicate',
  SQLITE_CONSTRAINT_UNIQUE: 'duplicate',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'duplicate',
  SQLITE_CONSTRAINT_ROWID: 'duplicate',
  787: 'orphan',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'orphan',
  5: 'retry',
  6: 'retry',
  261: 'retry',
  262: 'retry',
  517: 'retry',
  773: 'retry',
  SQLITE_BUSY: 'retry',
  SQLITE_LOCKED: 'retry',
  SQLITE_BUSY_SNAPSHOT: 'retry',
  SQLITE_BUSY_RECOVERY: 'retry',
  SQLITE_BUSY_TIMEOUT: 'retry',
}

const values = scalars((date) => date.toISOString())

// Drivers round a number beyond 2^53, or refuse the whole row; as text it keeps all of its digits.
const wholeNumbers: Codec = {
  ...values,
  read: (column) => sql`
    case when typeof(${column}) = 'integer'
      and ${column} not between ${sql.integer(Number.MIN_SAFE_INTEGER)} and ${sql.integer(Number.MAX_SAFE_INTEGER)}
    then cast(${column} as text) else ${column} end`,
}

/** SQLite and compatible databases. */
export const sqlite: Dialect = {
  name: 'sqlite',
  types: {
    id: 'text',
    key: 'text',
    text: 'text',
    date: 'text',
    number: 'integer',
    flag: 'integer',
    json: 'text',
  },
  tableOptions: async () => '',
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  placeholder: () => '?',
  returning: true,
  writesInWith: false,
  upsert: 'on conflict',
  isolation: undefined,
  foreign: (type) => (/int|num|dec|^$/.test(type) ? wholeNumbers : values),
  share: '',
  exclusive: '',
  // SQLite's `lower` knows ASCII only.
  search: (text) => sql`lower(substr(${text}, 1, ${sql.integer(comparedCharacters)}))`,
  searchIndex: (column) => `lower(substr(${column}, 1, ${comparedCharacters}))`,
  clock: sql`cast(round((julianday('now') - 2440587.5) * 86400000) as integer)`,
  codec(kind, type) {
    const integer = type.includes('int')
    if (integer && (kind === 'id' || kind === 'key')) return digits('text', 64)
    if (kind === 'id') return ids.text
    if (kind === 'date') return integer ? dates.sqliteNumber : dates.sqlite
    return kind === 'flag' ? flags.number : plain[kind]
  },
  // https://www.sqlite.org/lang_altertable.html#otheralter: a column cannot be changed, so the table is made anew.
  async allowNull(run, table, { name }) {
    const { rows } = await run(sql`
      select m.name, m.sql as "text" from sqlite_master m
      where m.type = 'table' and lower(m.name) = ${table.toLowerCase()}`)
    const column = `["\`[]?\\b${name.replace(/\W/g, '\\$&')}\\b["\`\\]]?`
    const [place, next] = [sqlite.quote(String(rows[0]?.name)), sqlite.quote('portico_new')]
    const made = String(rows[0]?.text)
      .replace(/^(create table\s+)("[^"]+"|`[^`]+`|\[[^\]]+\]|[^\s(]+)/i, `$1${next}`)
      .replace(new RegExp(`(${column}[^,]*?)\\s+not\\s+null`, 'i'), '$1')
    return [
      'pragma foreign_keys = off',
      made,
      `insert into ${next} select * from ${place}`,
      `drop table ${place}`,
      `alter table ${next} rename to ${place}`,
      'pragma foreign_keys = on',
    ].join(';\n')
  },
  async inspect(run, tables) {
    // To SQLite, names of tables that differ only in case are the same.
    const asked = new Map(tables.map((name) => [name.toLowerCase(), name]))
    const among = sql`m.type = 'table' and lower(m.name) in (${sql.join([...asked.keys()])})`
    const named = (value: unknown) => asked.get(String(value).toLowerCase()) ?? String(value)
    const columns = await run(sql`
      select m.name as "table", c.name, c.type, c."notnull" as required, c.dflt_value as standard, c.pk
      from sqlite_master m, pragma_table_info(m.name) c where ${among}`)
    return gather(
      columns.rows.map((row) => ({
        table: named(row.table),
        name: String(row.name),
        type: String(row.type).toLowerCase(),
        definition: String(row.type),
        nullable: Number(row.required) === 0 && Number(row.pk) === 0,
        automatic: row.standard !== null || isRowid(row),
      })),
      [
        ...(await inspectIndexes(run, among)).map((row) => ({ ...row, table: named(row.table) })),
        ...columns.rows
          .filter(isRowid)
          .map((row) => ({ table: named(row.table), columns: [String(row.name)], unique: true })),
      ],
    )
  },
  fault(error) {
    const codes = [readFact(error, 'errcode'), readFact(error, 'rawCode'), readFact(error, 'code')]
    return codes.map((code) => faults[String(code)]).find((fault) => fault) ?? 'other'
  },
}

// https://www.sqlite.org/lang_createtable.html#rowid
function isRowid(row: Record<string, unknown>): boolean {
  return Number(row.pk) === 1 && String(row.type).toLowerCase() === 'integer'
}

async function inspectIndexes(run: Run, among: Sql) {
  const { rows } = await run(sql`
    select m.name as "table", l."unique" as "unique",
      (select group_concat(i.name, ',') from (select name from pragma_index_info(l.name) order by seqno) i)
        as columns
    from sqlite_master m, pragma_index_list(m.name) l where l.partial = 0 and ${among}`)
  return rows.map((row) => ({
    table: String(row.table),
    columns: String(row.columns).split(','),
    unique: Number(row.unique) === 1,
  }))
}
