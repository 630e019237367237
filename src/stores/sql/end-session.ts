import type { Storage } from '../../types/storage.ts'
import type { Connection } from './connection.ts'
import { sql } from './sql.ts'
import { shaped } from './statement-cache.ts'
import { filled, insert, keysOf } from './statements.ts'
import { readColumn, type Tables } from './tables.ts'
import { matching, valuesOf } from './where.ts'

/** Ends a session and writes the audit line in one statement or, where one cannot do both, in one transaction that costs no round trip. */
export function endSession(
  connection: Connection,
  tables: Tables,
): Required<Storage>['endSession'] {
  const { dialect, draft } = connection
  const way = draft || !dialect.returning ? undefined : dialect.writesInWith ? atOnce : inTurn
  return async (sessionToken, line) => {
    try {
      return await way?.(connection, tables, sessionToken, line)
    } catch {
      // The audit log must not keep a session from ending; the caller meets any other failure again.
      return undefined
    }
  }
}

type Way = (
  connection: Connection,
  tables: Tables,
  ...ended: Parameters<Required<Storage>['endSession']>
) => Promise<true | undefined>

const atOnce: Way = async (connection, { sessions, audit }, sessionToken, line) => {
  const key = { sessionToken }
  const told = filled(audit, { ...line, id: crypto.randomUUID(), at: line.at.getTime() })
  const [expires, userId] = [sessions.column('expires'), sessions.column('userId').name]
  const now = expires.codec.encode(line.at)
  const values = [...valuesOf(sessions, key), ...told.map(([, value]) => value), now]
  await connection.write(
    shaped(sessions.texts, `end ${keysOf(told)}`, values, () => {
      const columns = [...told.map(([{ name }]) => name), audit.column('userId').name]
      return sql`
        with gone as (
          delete from ${sessions.name} where ${matching(sessions, key)}
          returning ${userId} as owner, ${expires.name} as expires
        )
        insert into ${audit.name} (${sql.join(columns)})
        select ${sql.join(told.map(([, value]) => value))}, owner from gone where expires > ${now}`
    }),
  )
  return true
}

const inTurn: Way = (connection, { sessions, audit }, sessionToken, line) =>
  connection.transaction(async (inside) => {
    // A draft (D1) cannot tell what it will delete.
    if (inside.draft) return undefined
    const key = { sessionToken }
    const [expires, userId] = [sessions.column('expires'), sessions.column('userId')]
    const { rows } = await inside.write(
      shaped(sessions.texts, 'end', valuesOf(sessions, key), () => {
        return sql`delete from ${sessions.name} where ${matching(sessions, key)}
          returning ${readColumn(userId)} as owner, ${readColumn(expires)} as expires`
      }),
    )
    const [gone] = rows
    const end = gone && expires.codec.decode(gone.expires)
    if (!(end instanceof Date && end > line.at)) return true
    const about = { ...line, userId: userId.codec.decode(gone?.owner) }
    await insert(inside, audit, { ...about, id: crypto.randomUUID(), at: line.at.getTime() })
    return true
  })
