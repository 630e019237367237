import { AuthError } from '../../errors.ts'
import { comparedCharacters } from '../user-pages.ts'
import { asIs, type Codec, dates, digits, flags, ids, jsonText, plain, scalars } from './codec.ts'
import { type Dialect, type Fault, gather, readFact } from './dialect.ts'
import { assertConfirmed, guardOn } from './galera.ts'
import { sql } from './sql.ts'

// https://mariadb.com/kb/en/mariadb-error-codes/
const faults: Readonly<Record<number, Fault>> = {
  1062: 'duplicate',
  1586: 'duplicate',
  1452: 'orphan',
  1264: 'unfit',
  1265: 'unfit',
  1292: 'unfit',
  1366: 'unfit',
  1406: 'unfit',
  1020: 'retry',
  1205: 'retry',
  1213: 'retry',
  1047: 'lost',
  1053: 'lost',
  1927: 'lost',
}

// As text in UTC, in both directions: a connection of the application may have the driver convert dates to another zone.
const inUtc: Codec = {
  encode: (value) =>
    value instanceof Date ? value.toISOString().replace('T', ' ').slice(0, -1) : value,
  decode: dates.iso.decode,
  read: (column) => sql`date_format(${column}, '%Y-%m-%dT%H:%i:%s.%fZ')`,
}

const dateCodecs: readonly [RegExp, Codec][] = [
  [/^(datetime|timestamp)/, inUtc],
  [/^bigint/, dates.milliseconds],
  // Milliseconds do not fit into 32 bits.
  [/int/, dates.seconds],
  [/./, dates.iso],
]

const values = scalars((date) => date)

const inDigits = digits('char', 65)

// As a number: MySQL would compare a text with a column of numbers in floating point.
const wholeNumbers: Codec = {
  ...inDigits,
  encode(value) {
    const text = inDigits.encode(value)
    return typeof text === 'string' ? BigInt(text) : null
  },
}

/** MySQL and MariaDB. */
export const mysql: Dialect = {
  name: 'mysql',
  types: {
    id: 'varchar(255)',
    key: 'varchar(255)',
    text: 'text',
    date: 'datetime(3)',
    number: 'bigint',
    flag: 'boolean',
    json: 'mediumtext',
  },
  // The driver escapes quotes with a backslash, which that mode makes an ordinary character.
  async assertSafe(run) {
    const { rows } = await run(sql`select @@session.sql_mode as mode`)
    if (!String(rows[0]?.mode).includes('NO_BACKSLASH_ESCAPES')) return assertConfirmed(run)
    throw new AuthError('Configuration', 'The connection has the SQL mode NO_BACKSLASH_ESCAPES', {
      field: 'database',
      hint: 'Values could become part of statements. Set another `sql_mode` for these connections, or pass the address of the database.',
    })
  },
  // The default collations call "Ada", "ada" and "ada " the same; to a platform these are three accounts.
  async tableOptions(run) {
    const { rows } = await run(sql`select version() as version`)
    const binary = /mariadb/i.test(String(rows[0]?.version)) ? 'nopad_bin' : '0900_bin'
    return `engine = InnoDB default character set utf8mb4 collate utf8mb4_${binary}`
  },
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  placeholder: () => '?',
  returning: false,
  writesInWith: false,
  upsert: 'on duplicate key',
  isolation: 'read committed',
  foreign: (type) => (type === 'json' ? jsonText(asIs, 'char') : values),
  share: 'lock in share mode',
  exclusive: 'for update',
  // Addresses are in lower case, and have a unique index in this order. MariaDB cannot index expressions, so names need a column.
  search: (text, typed) => (typed ? sql`lower(${text})` : text),
  folded: (column) =>
    `varchar(${comparedCharacters}) character set utf8mb4 collate utf8mb4_bin ` +
    `generated always as (lower(left(${column}, ${comparedCharacters}))) virtual`,
  // Not unix_timestamp(): it takes a local time, of which one hour a year comes twice.
  clock: sql`(timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000)`,
  guard: (run, leases) => guardOn(run, mysql.clock, leases),
  codec(kind, type) {
    if (/int/.test(type) && (kind === 'id' || kind === 'key')) return wholeNumbers
    if (kind === 'id') return ids.text
    if (kind === 'date') return dateCodecs.find(([pattern]) => pattern.test(type))?.[1] ?? dates.iso
    if (kind === 'flag') return flags.number
    if (type !== 'json') return plain[kind]
    return jsonText(kind === 'json' ? asIs : plain[kind], 'char')
  },
  async allowNull(_, table, { name, definition }) {
    const place = table.split('.').map(mysql.quote).join('.')
    return `alter table ${place} modify ${mysql.quote(name)} ${definition} null`
  },
  async inspect(run, tables) {
    const among = sql`table_schema = database() and table_name in (${sql.join(tables)})`
    // Every column has an alias: MySQL 8 returns its own names in upper case.
    const columns = await run(sql`
      select table_name as \`table\`, column_name as name, column_type as type, is_nullable as nullable,
        character_octet_length as bytes, column_default as standard, extra as extra, character_set_name as charset, collation_name as collation
      from information_schema.columns where ${among}`)
    const indexes = await run(sql`
      select table_name as \`table\`, non_unique as plain,
        group_concat(column_name order by seq_in_index) as columns
      from information_schema.statistics where ${among}
      group by table_name, index_name, non_unique having max(sub_part) is null`)
    return gather(
      columns.rows.map((row) => ({
        table: String(row.table),
        name: String(row.name),
        type: String(row.type).toLowerCase(),
        definition: row.charset
          ? `${row.type} character set ${row.charset} collate ${row.collation}`
          : String(row.type),
        nullable: row.nullable === 'YES',
        // A character has up to four bytes. 64 kB, the least that `text` holds, are enough for everything here.
        length:
          Number(row.bytes ?? 65_535) < 65_535 ? Math.floor(Number(row.bytes) / 4) : undefined,
        automatic: hasDefault(row),
      })),
      indexes.rows.map((row) => ({
        table: String(row.table),
        columns: String(row.columns).split(','),
        unique: Number(row.plain) === 0,
      })),
    )
  },
  fault(error) {
    const number = readFact(error, 'errno')
    if (typeof number === 'number' && faults[number]) return faults[number]
    // mysql2 marks errors that ended the connection; one without a server state came from the network.
    return readFact(error, 'fatal') || !readFact(error, 'sqlState') ? 'lost' : 'other'
  },
}

// MariaDB writes the text NULL for "no default but nullable".
function hasDefault(row: Record<string, unknown>): boolean {
  const generated = /auto_increment|generated/i.test(String(row.extra))
  return generated || (row.standard !== null && row.standard !== 'NULL')
}
