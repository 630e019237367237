import type { RawBuilder } from 'kysely'
import type { Kind } from './schema.ts'

/** Turns a value of ours into the database's and back. */
export interface Codec {
  encode(value: unknown): unknown
  decode(value: unknown): unknown
  /** What to select instead of the column itself. */
  read?: (column: RawBuilder<unknown>) => RawBuilder<unknown>
}

const same = (value: unknown) => value

/** Dates, in the ways that databases keep them. All of them read what any of them wrote. */
export const dates: Readonly<Record<'native' | 'iso' | 'milliseconds', Codec>> = {
  native: { encode: same, decode: toDate },
  iso: { encode: (value) => (value instanceof Date ? value.toISOString() : value), decode: toDate },
  milliseconds: {
    encode: (value) => (value instanceof Date ? value.getTime() : value),
    decode: toDate,
  },
}

/** Seconds in a column that keeps dates, which step 4 of the schema once made. */
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

/** Ids. One that cannot be in the column becomes null, which equals nothing. */
export const ids: Readonly<Record<'text' | 'integer' | 'uuid', Codec>> = {
  text: { encode: toText, decode: String },
  integer: { encode: (value) => matching(value, /^\d{1,18}$/), decode: String },
  uuid: {
    encode: (value) => matching(value, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i),
    decode: String,
  },
}

/** Truth values. */
export const flags: Readonly<Record<'native' | 'number', Codec>> = {
  native: { encode: same, decode: toFlag },
  number: { encode: (value) => (value ? 1 : 0), decode: toFlag },
}

/** Everything that does not depend on the column's type. */
export const plain: Readonly<Record<Exclude<Kind, 'id' | 'date' | 'flag'>, Codec>> = {
  key: { encode: toText, decode: same },
  text: { encode: toText, decode: same },
  // int8 arrives as a string where a driver does not trust the number's size.
  number: { encode: same, decode: (value) => (value === null ? null : Number(value)) },
  json: {
    encode: (value) => (value === null ? null : JSON.stringify(value)),
    decode: (value) => (typeof value === 'string' ? JSON.parse(value) : value),
  },
}

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
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value
  if (typeof value === 'string' && value.endsWith('Z')) return new Date(value)
  // SQLite's own CURRENT_TIMESTAMP has neither T nor zone and means UTC.
  const text = String(value)
  if (/^-?\d+$/.test(text)) return new Date(Number(text))
  return new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
}

function toFlag(value: unknown): boolean {
  return value === true || value === 't' || Number(value) === 1
}

function matching(value: unknown, pattern: RegExp): string | null {
  const text = String(value)
  return pattern.test(text) ? text : null
}
