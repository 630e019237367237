import { sql } from 'kysely'
import { sha256 } from '../../crypto/hash.ts'
import type { AuditEntry, Storage, VerificationToken } from '../../types/storage.ts'
import type { Row } from './dialect.ts'
import type { Link } from './link.ts'
import { schema } from './schema.ts'
import { insert, matching, remove, select } from './statements.ts'
import { selection, type Table, type Tables, toRecord, withoutNulls } from './tables.ts'
import { claimKey, countUse } from './upsert.ts'

type Moments = Pick<
  Required<Storage>,
  | 'createVerificationToken'
  | 'useVerificationToken'
  | 'claim'
  | 'release'
  | 'hit'
  | 'audit'
  | 'listAudit'
  | 'sweep'
>

/** How many expired rows of a table go at once: few enough to hold no lock for long. */
const batch = 500

/** The longest key that fits the column of every database. */
const longestKey = 255

/** What happens once, is counted or is written down, in SQL. */
export function moments(link: Link, tables: Tables, now: () => number): Moments {
  const { verificationTokens: tokens, claims, limits, audit } = tables
  const claiming = claimKey[link.dialect.upsert]
  const counting = countUse[link.dialect.upsert]
  return {
    createVerificationToken: (token) => insert(link, tokens, { ...token }),
    useVerificationToken: ({ identifier, token }) => take(link, tokens, { identifier, token }),
    async claim(key, expires) {
      const statement = claiming.statement(claims, await fitting(key), expires.getTime(), now())
      return claiming.result(await link.write(statement))
    },
    release: async (key) => remove(link, claims, { key: await fitting(key) }),
    async hit(key, windowSeconds) {
      const time = now()
      const statement = counting.statement(
        limits,
        await fitting(key),
        time + windowSeconds * 1000,
        time,
      )
      return counting.result(await link.write(statement))
    },
    audit: (entry) =>
      insert(link, audit, { ...entry, id: crypto.randomUUID(), at: entry.at.getTime() }),
    async listAudit(userId, limit = 50) {
      const newest = sql`order by ${audit.column('at').name} desc limit ${sql.lit(Math.trunc(limit))}`
      return (await select(link, audit, { userId }, newest)).map(toEntry)
    },
    async sweep() {
      let gone = 0
      for (const table of [tables.sessions, tokens, claims, limits]) {
        gone += await sweepTable(link, table, now())
      }
      return gone
    },
  }
}

async function fitting(key: string): Promise<string> {
  return key.length <= longestKey ? key : `sha256:${await sha256(key)}`
}

/** The statement that deletes decides who gets the token; where it cannot return it, it is read before. */
async function take(
  link: Link,
  table: Table,
  where: { identifier: string; token: string },
): Promise<VerificationToken | null> {
  const deleted = sql`delete from ${table.name} where ${matching(table, where)}`
  if (link.dialect.returning) {
    const { rows } = await link.write(sql`${deleted} returning ${selection(table)}`)
    return rows[0] ? toToken(toRecord(table, rows[0])) : null
  }
  const [record] = await select(link, table, where)
  if (!record) return null
  return (await link.write(deleted)).changes === 1 ? toToken(record) : null
}

async function sweepTable(link: Link, table: Table, now: number): Promise<number> {
  const { name: expires, codec } = table.column('expires')
  const { kind } = schema[table.key].columns.expires ?? {}
  const time = codec.encode(kind === 'date' ? new Date(now) : now)
  const old = sql`where ${expires} <= ${time} limit ${sql.lit(batch)}`
  if (link.dialect.upsert === 'on duplicate key') {
    return (await link.write(sql`delete from ${table.name} ${old}`)).changes
  }
  const keys = sql.join((schema[table.key].primary ?? []).map((key) => table.column(key).name))
  const done = await link.write(
    sql`delete from ${table.name} where (${keys}) in (select ${keys} from ${table.name} ${old})`,
  )
  return done.changes
}

function toToken(record: Row): VerificationToken {
  return {
    identifier: String(record.identifier),
    token: String(record.token),
    expires: record.expires instanceof Date ? record.expires : new Date(0),
  }
}

function toEntry(record: Row): AuditEntry {
  const { id: _, at, event, detail, ...rest } = withoutNulls(record)
  const texts = Object.entries(rest).map(([key, value]) => [key, String(value)])
  return {
    ...Object.fromEntries(texts),
    at: new Date(Number(at)),
    event: String(event),
    ...(isDetail(detail) && { detail }),
  }
}

function isDetail(value: unknown): value is NonNullable<AuditEntry['detail']> {
  return typeof value === 'object' && value !== null
}
