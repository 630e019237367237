import { comparedCharacters } from '../user-pages.ts'
import { asIs, type Codec, dates, digits, flags, ids, jsonText, plain } from './codec.ts'
import { type Dialect, type Fault, gather, readFact } from './dialect.ts'
import { sql } from './sql.ts'

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const faults: Readonly<Record<string, Fault>> = {
  23505: 'duplicate',
  23503: 'orphan',
  22001: 'unfit',
  22003: 'unfit',
  22007: 'unfit',
  22008: 'unfit',
  22021: 'unfit',
  '22P02': 'unfit',
  '22P05': 'unfit',
  54000: 'unfit',
  // A prepared statement is gone: the next attempt prepares it again, or does without.
  26000: 'retry',
  40001: 'retry',
  '40P01': 'retry',
  '55P03': 'retry',
}

// A column without a zone holds UTC, as Prisma and Drizzle write it; the driver would take it for local time.
const zoneless: Codec = {
  encode: dates.iso.encode,
  decode: dates.iso.decode,
  read: (column) => sql`(${column} at time zone 'UTC')`,
}

const dateCodecs: readonly [RegExp, Codec][] = [
  [/with time zone/, dates.native],
  [/^timestamp/, zoneless],
  [/^bigint/, dates.milliseconds],
  // Milliseconds do not fit into 32 bits.
  [/int/, dates.seconds],
]

const bitsOf: Readonly<Partial<Record<string, number>>> = { smallint: 16, integer: 32, bigint: 64 }

/** PostgreSQL and compatible databases. */
export const postgres: Dialect = {
  name: 'postgres',
  types: {
    id: 'text',
    key: 'text',
    text: 'text',
    date: 'timestamp with time zone',
    number: 'bigint',
    flag: 'boolean',
    json: 'text',
  },
  tableOptions: async () => '',
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  placeholder: (number) => `$${number}`,
  returning: true,
  writesInWith: true,
  upsert: 'on conflict',
  // Set even if the database's own default differs: what was locked must then be read as it is now.
  isolation: 'read committed',
  foreign: (type) => (/^jsonb?$/.test(type) ? jsonText(asIs, 'text') : asIs),
  share: 'for key share',
  exclusive: 'for update',
  // An index holds some 2,700 bytes of a row, so longer names are cut. Only the collation "C" has a range for a beginning.
  search: (text) => sql`(lower(left(${text}, ${sql.integer(comparedCharacters)})) collate "C")`,
  searchIndex: (column) => `(lower(left(${column}, ${comparedCharacters})) collate "C")`,
  hurry: sql`set_config('synchronous_commit', 'off', true) = 'off'`,
  // The statement's time: one that could change while it runs would keep it from using an index.
  clock: sql`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`,
  codec(kind, type) {
    const bits = bitsOf[type]
    if (bits !== undefined && (kind === 'id' || kind === 'key')) return digits('text', bits)
    if (kind === 'id') return type === 'uuid' ? ids.uuid : ids.text
    if (kind === 'date') return dateCodecs.find(([pattern]) => pattern.test(type))?.[1] ?? dates.iso
    if (kind === 'flag') return flags.native
    if (!/^jsonb?$/.test(type)) return plain[kind]
    return jsonText(kind === 'json' ? asIs : plain[kind], 'text')
  },
  async allowNull(_, table, { name }) {
    const place = table.split('.').map(postgres.quote).join('.')
    return `alter table ${place} alter column ${postgres.quote(name)} drop not null`
  },
  async inspect(run, tables) {
    const among = sql.join(tables.map(isTable), sql` or `)
    const columns = await run(sql`
      select c.table_schema as "schema", c.table_name as "table", c.column_name as "name",
        c.data_type as "type", c.is_nullable as "nullable", c.character_maximum_length as "length",
        (c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS')
          as "automatic"
      from information_schema.columns c where ${among}`)
    const indexes = await run(sql`
      select c.table_schema as "schema", c.table_name as "table", i.indisunique as "unique",
        (select string_agg(a.attname, ',' order by k.position)
          from unnest(i.indkey) with ordinality k(number, position)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number) as "columns"
      from information_schema.tables c
      join pg_namespace n on n.nspname = c.table_schema
      join pg_class t on t.relnamespace = n.oid and t.relname = c.table_name
      join pg_index i on i.indrelid = t.oid
      where i.indpred is null and i.indexprs is null and (${among})`)
    const named = (row: Record<string, unknown>) =>
      tables.find((name) => name === `${row.schema}.${row.table}`) ?? String(row.table)
    return gather(
      columns.rows.map((row) => ({
        table: named(row),
        name: String(row.name),
        type: String(row.type),
        definition: String(row.type),
        nullable: row.nullable === 'YES',
        length: row.length === null ? undefined : Number(row.length),
        automatic: row.automatic === true,
      })),
      indexes.rows.map((row) => ({
        table: named(row),
        columns: String(row.columns).split(','),
        unique: row.unique === true,
      })),
    )
  },
  fault(error) {
    const code = readFact(error, 'code')
    if (typeof code === 'string' && faults[code]) return faults[code]
    // SQLSTATE has five characters; any other code is not from the server. Classes 08 and 57P are broken connections.
    const state = typeof code === 'string' && /^[\dA-Z]{5}$/.test(code)
    return state && !/^(08|57P)/.test(code) ? 'other' : 'lost'
  },
}

function isTable(name: string) {
  const [table, schema] = name.split('.').reverse()
  return sql`(c.table_name = ${table} and c.table_schema = ${schema ?? sql`current_schema()`})`
}
