import { sql } from 'kysely'
import type { StoredSession } from '../../types/storage.ts'
import type { Sessions } from '../parts.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { insertFor, matching, remove, select, update } from './statements.ts'
import { selection, type Tables } from './tables.ts'
import { toUser } from './users.ts'

// Not the name of a column, which the application may choose as it likes.
const theEnd = 'the end'

/** Sessions in SQL. The check of a session is one join over two keys, compiled once. */
export function sessions(connection: Connection, tables: Tables): Sessions {
  const { sessions: table, users } = tables
  const { name, codec } = table.column('expires')
  const expires = sql`s.${name}`
  const check = connection.prepare(
    () => sql`
    select ${selection(users, 'u')}, ${codec.read?.(expires) ?? expires} as ${sql.id(theEnd)}
    from ${table.name} s
    inner join ${users.name} u on u.${users.column('id').name} = s.${table.column('userId').name}
    where ${matching(table, { sessionToken: '' }, 's')}`,
  )
  const toBoth = (sessionToken: string, row: Row | undefined) => {
    if (!row) return null
    const user = toUser(users, row)
    const expires = toDate(codec.decode(row[theEnd]))
    return { session: { sessionToken, userId: user.id, expires }, user }
  }

  return {
    async createSession(session) {
      await insertFor(connection, users, table, { ...session })
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
      return remove(connection, table, { userId }, others)
    },
  }
}

function toSession(record: Row): StoredSession {
  const { createdAt, lastUsedAt, userAgent, ip } = record
  return {
    sessionToken: String(record.sessionToken),
    userId: String(record.userId),
    expires: toDate(record.expires),
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
