import { AuthError } from '../../errors.ts'
import type { Kind } from './schema.ts'
import { type Sql, sql } from './sql.ts'

/** Turns a value of ours into the database's and back. */
export interface Codec {
  encode(value: unknown): unknown
  decode(value: unknown): unknown
  /** The expression to select instead of the column itself. */
  read?: (column: Sql) => Sql
  /** The condition that a date in a column is not after this one; absent if comparing the encoded dates is enough. */
  until?: (column: Sql, date: Date) => Sql
}

const same = (value: unknown) => value

const inIso = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

/** Numbers below this are seconds since 1970 (until the year 5138); as milliseconds they would be before March 1973. */
const leastMilliseconds = 100_000_000_000

/** Dates, in the forms that databases keep. Each codec reads all of them, in seconds or milliseconds. */
export const dates: Readonly<
  Record<'native' | 'iso' | 'milliseconds' | 'seconds' | 'sqlite' | 'sqliteNumber', Codec>
> = {
  native: { encode: same, decode: toDate },
  // Every such text begins with the day. Its time zone, which is not known, can make a difference of a day.
  iso: {
    encode: inIso,
    decode: toDate,
    until: (column, date) => sql`
      (${column} like '____-__-__%' and ${column} < ${shifted(date, -2).slice(0, 10)})`,
  },
  milliseconds: {
    encode: inMilliseconds,
    decode: toDate,
    until: (column, date) => sql`
      (${column} <= ${inSeconds(date)}
        or (${column} >= ${sql.integer(leastMilliseconds)} and ${column} <= ${date.getTime()}))`,
  },
  seconds: { encode: inSeconds, decode: toDate },
  // In SQLite, a column of any type may hold numbers and texts.
  sqlite: { encode: inIso, decode: toDate, until: untilInSqlite },
  sqliteNumber: { encode: inMilliseconds, decode: toDate, until: untilInSqlite },
}

/** First a condition for an index, which leaves out no row, then the exact moment. */
function untilInSqlite(column: Sql, date: Date): Sql {
  return sql`
    (${column} <= ${date.getTime()} or (${column} >= '' and ${column} <= ${shifted(date, 1)}))
    and case
      when ${column} glob '*[^0-9.]*' then (julianday(${column}) - 2440587.5) * 86400000
      when ${column} * 1 < ${sql.integer(leastMilliseconds)} then ${column} * 1000
      else ${column} * 1 end <= ${date.getTime()}`
}

function shifted(date: Date, days: number): string {
  return new Date(date.getTime() + days * 86_400_000).toISOString()
}

function inMilliseconds(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value
}

function inSeconds(value: unknown): unknown {
  return value instanceof Date ? Math.floor(value.getTime() / 1000) : value
}

/** Seconds in a column of dates, as step 4 of the schema once made it. */
export function secondsIn(dates: Codec): Codec {
  return {
    ...dates,
    encode: (value) => dates.encode(typeof value === 'number' ? new Date(value * 1000) : value),
    decode(value) {
      // SQLite writes a number into a text as "1767225600.0".
      if (/^[\d.]+$/.test(String(value))) return Number(value)
      const date = dates.decode(value)
      return date instanceof Date ? Math.floor(date.getTime() / 1000) : null
    },
  }
}

/** Ids. One that does not fit the column's type becomes null, which matches no row. */
export const ids: Readonly<Record<'text' | 'uuid', Codec>> = {
  text: { encode: toText, decode: String },
  uuid: {
    encode: (value) => matching(value, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i),
    decode: String,
  },
}

/**
 * Texts in a column of whole numbers, as digits in both directions: beyond 2^53, drivers round numbers or refuse them. A text that does not
 * fit the column becomes null, which matches no row.
 */
export function digits(textType: 'text' | 'char', bits: number): Codec {
  const limit = 2n ** BigInt(bits - 1)
  return {
    encode(value) {
      const text = matching(value, /^(0|-?[1-9]\d{0,19})$/)
      return text !== null && BigInt(text) >= -limit && BigInt(text) < limit ? text : null
    },
    decode: String,
    read: asText(textType),
  }
}

/** A JSON column. Some drivers parse it and some do not, so it is read as text. */
export function jsonText(inner: Codec, textType: 'text' | 'char'): Codec {
  return {
    encode: (value) => JSON.stringify(inner.encode(value) ?? null),
    decode: (value) => inner.decode(typeof value === 'string' ? JSON.parse(value) : value),
    read: asText(textType),
  }
}

function asText(type: 'text' | 'char'): NonNullable<Codec['read']> {
  return (column) => sql`cast(${column} as ${sql.raw(type)})`
}

/** Truth values. */
export const flags: Readonly<Record<'native' | 'number', Codec>> = {
  native: { encode: same, decode: toFlag },
  number: { encode: (value) => (value ? 1 : 0), decode: toFlag },
}

/** Codecs that do not depend on the column's type. */
export const plain: Readonly<Record<Exclude<Kind, 'id' | 'date' | 'flag'>, Codec>> = {
  key: { encode: toText, decode: same },
  text: { encode: toText, decode: same },
  // int8 arrives as a string where a driver does not trust the number's size.
  number: { encode: same, decode: (value) => (value === null ? null : Number(value)) },
  json: {
    encode: (value) => (value === null ? null : JSON.stringify(value)),
    decode: (value) => (typeof value === 'string' ? parseJson(value) : value),
  },
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The cause is left out because it repeats the text.
    throw new AuthError('Configuration', 'A column for JSON, such as `extra`, holds another text', {
      field: 'schema',
      hint: 'If it is a column of your own, add a text column for ours and name it: `schema: { users: { columns: { extra: "more" } } }`.',
    })
  }
}

/** A value of the application, as it is. */
export const asIs: Codec = { encode: same, decode: same }

/** For columns of the application, where the driver takes only scalars. */
export function scalars(fromDate: (date: Date) => unknown): Codec {
  const encode = (value: unknown): unknown => {
    if (value instanceof Date) return fromDate(value)
    if (typeof value === 'boolean') return value ? 1 : 0
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  }
  return { encode, decode: same }
}

// A driver that writes values into the statement must never see an object where a text is meant.
function toText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

function toDate(value: unknown): Date | null {
  const date = value instanceof Date ? value : parseDate(value)
  // An invalid date becomes null: compared with it, nothing would ever be over.
  return date && !Number.isNaN(date.getTime()) ? date : null
}

function parseDate(value: unknown): Date | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' && value.endsWith('Z')) return new Date(value)
  const text = String(value)
  if (/^-?\d+(\.\d+)?$/.test(text)) return fromNumber(Number(text))
  // SQLite's own CURRENT_TIMESTAMP has neither T nor zone and means UTC; PostgreSQL writes a zone of whole hours as +00.
  const [, day, time = '', zone = 'Z'] =
    /^(\S{10})[ T]?(.*?) ?([zZ]|[+-]\d\d(?::?\d\d)?)?$/.exec(text) ?? []
  if (!time) return new Date(day ?? text)
  return new Date(`${day}T${time}${zone.length === 3 ? `${zone}:00` : zone.toUpperCase()}`)
}

function fromNumber(value: number): Date {
  return new Date(Math.abs(value) < leastMilliseconds ? value * 1000 : value)
}

function toFlag(value: unknown): boolean {
  return value === true || value === 't' || Number(value) === 1
}

function matching(value: unknown, pattern: RegExp): string | null {
  const text = String(value)
  return pattern.test(text) ? text : null
}
