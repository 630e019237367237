import type { StoredSession, StoredUser } from '../../types/storage.ts'
import { maxSessions, type Sessions } from '../parts.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { lockUser } from './lock-user.ts'
import { type Sql, sql } from './sql.ts'
import { insertFor, remove, select, selectRows, update } from './statements.ts'
import { readColumn, selection, type Table, type Tables } from './tables.ts'
import { toUser } from './users.ts'
import { matching } from './where.ts'

/** The check of a session: one join over two keys, compiled once. */
function createCheck(connection: Connection, tables: Tables): Sessions['getSessionAndUser'] {
  const { sessions: table, users } = tables
  const [expires, authTime] = [table.column('expires').codec, table.column('authTime').codec]
  const check = connection.prepare(
    () => sql`
    select ${selection(users, 'u')}, ${ofSession(table)}
    from ${table.name} s
    inner join ${users.name} u on u.${users.column('id').name} = s.${table.column('userId').name}
    where ${matching(table, { sessionToken: '' }, 's')}`,
  )
  // Every check of a session comes through here, so it allocates only what it returns.
  const toBoth = (sessionToken: string, row: Row | undefined) => {
    // Tables that were taken over may compare texts without regard to case.
    if (!row || row[as.sessionToken] !== sessionToken) return null
    const user = toUser(users, row)
    const [since, how] = [row[as.authTime], row[as.amr]]
    const session: StoredSession = {
      sessionToken,
      userId: user.id,
      expires: toDate(expires.decode(row[as.expires])),
    }
    if (since != null) session.authTime = Number(authTime.decode(since))
    if (typeof how === 'string') session.amr = how
    return { session, user }
  }
  return (sessionToken) => {
    if (connection.draft) return checkInDraft(connection, tables, sessionToken)
    const rows = check([sessionToken])
    return 'then' in rows
      ? rows.then(([row]) => toBoth(sessionToken, row))
      : toBoth(sessionToken, rows[0])
  }
}

/** A draft sees its own changes row by row, so the join is done here. */
async function checkInDraft(
  connection: Connection,
  { sessions, users }: Tables,
  sessionToken: string,
): Promise<{ session: StoredSession; user: StoredUser } | null> {
  const [session] = await select(connection, sessions, { sessionToken })
  const [row] = session ? await selectRows(connection, users, { id: session.userId }) : []
  return session && row ? { session: toSession(session), user: toUser(users, row) } : null
}

/** Sessions in SQL. */
export function sessions(connection: Connection, tables: Tables): Sessions {
  const { sessions: table, users } = tables
  return {
    async createSession(session) {
      const { share } = connection.dialect
      await insertFor(connection, users, table, { ...session }, share, maxSessions)
      if (connection.begun) connection.begun.sessionToken = session.sessionToken
      return session
    },
    getSessionAndUser: createCheck(connection, tables),
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
      const kept = except === undefined ? undefined : { sessionToken: except }
      return connection.transaction(async (connection) => {
        await lockUser(connection, users, userId)
        return remove(connection, table, { userId }, kept)
      })
    },
  }
}

/**
 * The names under which a check selects columns of a session. No column of the users has them: the application may name those as it likes.
 */
const as = {
  sessionToken: "the session's token",
  expires: "the session's end",
  authTime: "the session's authTime",
  amr: "the session's amr",
}

function ofSession(table: Table): Sql {
  const selected = Object.entries(as).map(([key, name]) => {
    return sql`${readColumn(table.column(key), 's')} as ${sql.id(name)}`
  })
  return sql.join(selected)
}

function toSession(record: Row): StoredSession {
  const { authTime, amr, createdAt, lastUsedAt, userAgent, ip } = record
  return {
    sessionToken: String(record.sessionToken),
    userId: String(record.userId),
    expires: toDate(record.expires),
    ...(typeof authTime === 'number' && { authTime }),
    ...(typeof amr === 'string' && { amr }),
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
