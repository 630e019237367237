import { sql } from 'kysely'
import type { StoredSession } from '../../types/storage.ts'
import type { Sessions } from '../parts.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { lockOwner } from './owner.ts'
import { insertFor, matching, remove, select, update } from './statements.ts'
import { selection, type Tables } from './tables.ts'
import { toUser } from './users.ts'

/** What a check reads of the session itself. */
const checked = ['sessionToken', 'expires', 'authTime', 'amr'] as const

/** Not the name of a column of the users, which the application may choose as it likes. */
function sessionColumn(key: string): string {
  return `the session's ${key}`
}

/** Sessions in SQL. The check of a session is one join over two keys, compiled once. */
export function sessions(connection: Connection, tables: Tables): Sessions {
  const { sessions: table, users } = tables
  const columns = checked.map((key) => ({ ...table.column(key), as: sessionColumn(key) }))
  const ofSession = columns.map(({ name, codec, as }) => {
    const column = sql`s.${name}`
    return sql`${codec.read?.(column) ?? column} as ${sql.id(as)}`
  })
  const check = connection.prepare(
    () => sql`
    select ${selection(users, 'u')}, ${sql.join(ofSession)}
    from ${table.name} s
    inner join ${users.name} u on u.${users.column('id').name} = s.${table.column('userId').name}
    where ${matching(table, { sessionToken: '' }, 's')}`,
  )
  const toBoth = (sessionToken: string, row: Row | undefined) => {
    if (!row) return null
    const user = toUser(users, row)
    const record: Row = { userId: user.id }
    for (const { key, as, codec } of columns) {
      const value = row[as]
      record[key] = value == null ? null : codec.decode(value)
    }
    if (record.sessionToken !== sessionToken) return null
    return { session: toSession(record), user }
  }

  return {
    async createSession(session) {
      await insertFor(connection, users, table, { ...session }, connection.dialect.share)
      return session
    },
    getSessionAndUser(sessionToken) {
      const rows = check([sessionToken])
      return 'then' in rows
        ? rows.then(([row]) => toBoth(sessionToken, row))
        : toBoth(sessionToken, rows[0])
    },
    async updateSession(changes) {
      const { sessionToken } = changes
      return (await update(connection, table, { ...changes }, { sessionToken })) > 0
        ? changes
        : null
    },
    deleteSession: (sessionToken) => remove(connection, table, { sessionToken }),
    async listSessions(userId) {
      return (await select(connection, table, { userId })).map(toSession)
    },
    deleteSessions(userId, except) {
      const kept = table.column('sessionToken').name
      const others = except === undefined ? sql`` : sql`and ${kept} <> ${except}`
      return connection.transaction(async (connection) => {
        await lockOwner(connection, users, userId)
        return remove(connection, table, { userId }, others)
      })
    },
  }
}

function toSession(record: Row): StoredSession {
  const { authTime, amr, createdAt, lastUsedAt, userAgent, ip } = record
  return {
    sessionToken: String(record.sessionToken),
    userId: String(record.userId),
    expires: toDate(record.expires),
    ...(authTime instanceof Date && { authTime }),
    ...(Array.isArray(amr) && { amr }),
    ...(createdAt instanceof Date && { createdAt }),
    ...(lastUsedAt instanceof Date && { lastUsedAt }),
    ...(typeof userAgent === 'string' && { userAgent }),
    ...(typeof ip === 'string' && { ip }),
  }
}

/** A session without a readable end has ended. */
function toDate(value: unknown): Date {
  return value instanceof Date ? value : new Date(0)
}
