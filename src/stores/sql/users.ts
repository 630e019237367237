import { AuthError } from '../../errors.ts'
import type { StoredUser } from '../../types/storage.ts'
import type { Users } from '../parts.ts'
import { isSameEmail } from '../same-email.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { joinExtra, moveToExtra, splitExtra, tooShort, withMergedExtra } from './extra-column.ts'
import { listUsers } from './list-users.ts'
import { lockRecord, lockRows } from './lock-user.ts'
import { sql } from './sql.ts'
import { shaped } from './statement-cache.ts'
import { insert, remove, select, selectRows, update } from './statements.ts'
import { readColumn, selection, type Table, type Tables } from './tables.ts'
import { matching, valuesOf, type Where } from './where.ts'

/** Users in SQL. */
export function users(connection: Connection, tables: Tables): Users {
  const { users: table, accounts } = tables
  const byAccount = (asked: { provider: string; providerAccountId: string }) =>
    shaped(table.texts, 'by account', valuesOf(accounts, asked), () => {
      const found = Object.keys(asked).map(
        (key) => sql`${readColumn(accounts.column(key), 'a')} as ${sql.id(ofAccount(key))}`,
      )
      return sql`
        select ${selection(table, 'u')}, ${sql.join(found)} from ${accounts.name} a
        inner join ${table.name} u on u.${table.column('id').name} = a.${accounts.column('userId').name}
        where ${matching(accounts, asked, 'a')}`
    })

  return {
    async createUser(user) {
      const id = await insert(connection, table, fitted(table, { ...user }))
      return id === undefined ? user : { ...user, id }
    },
    getUser: (id) => findUser(connection, table, { id }, (user) => user.id === id),
    getUserByEmail: (email) =>
      findUser(connection, table, { email }, (user) => isSameEmail(user.email, email)),
    async lockUser(id) {
      const rows = await lockRows(connection, table, id)
      return rows.map((row) => toUser(table, row)).find((user) => user.id === id) ?? null
    },
    async getUserByAccount({ provider, providerAccountId }) {
      if (connection.draft) {
        // A draft sees its own changes row by row, so the join is done here.
        const [account] = await select(connection, accounts, { provider, providerAccountId })
        const [row] = account ? await selectRows(connection, table, { id: account.userId }) : []
        return row ? toUser(table, row) : null
      }
      const asked = { provider, providerAccountId }
      const { rows } = await connection.read(byAccount(asked))
      // Tables that were taken over may compare texts without regard to case or accents.
      const row = rows.find((row) =>
        Object.entries(asked).every(
          ([key, value]) => accounts.column(key).codec.decode(row[ofAccount(key)]) === value,
        ),
      )
      return row ? toUser(table, row) : null
    },
    listUsers: (filter, paging = {}) => listUsers(connection, table, toUser, filter, paging),
    updateUser: (changes) => updateUser(connection, table, changes),
    deleteUser: (id) =>
      connection.transaction(async (connection) => {
        if (!(await lockRecord(connection, table, id))) return
        // Tables that were taken over may lack the foreign keys that would do this.
        for (const owned of [tables.sessions, accounts, tables.authenticators, tables.items]) {
          await remove(connection, owned, { userId: id })
        }
        await remove(connection, table, { id })
      }),
  }
}

/** The name under which a column of an account is selected. No column of the users has it: the application may name those as it likes. */
function ofAccount(key: string): string {
  return `the account's ${key}`
}

/** A row of the users' table as a user. Every check of a session comes through here, so it copies nothing twice. */
export function toUser(table: Table, row: Row): StoredUser {
  const extra = row.extra == null ? undefined : table.column('extra').codec.decode(row.extra)
  const user: StoredUser & Row = { ...Object(extra), id: '', emailVerified: null }
  for (const { key, codec } of table.columns) {
    if (key === 'extra') continue
    const value = row[key]
    // A column that was added later is empty while the value is still in `extra`.
    if (value != null) user[key] = codec.decode(value)
    else user[key] ??= null
  }
  return user
}

async function findUser(
  connection: Connection,
  table: Table,
  where: Where,
  isAsked: (user: StoredUser) => boolean,
): Promise<StoredUser | null> {
  const rows = await selectRows(connection, table, where)
  return rows.map((row) => toUser(table, row)).find(isAsked) ?? null
}

/** A user as the columns can hold it; everything else goes to `extra`. */
export function fitted(table: Table, user: Row): Row {
  const split = splitExtra(table, user)
  return moveToExtra(split, tooShort(table, split))
}

function updateUser(
  connection: Connection,
  table: Table,
  { id, ...changes }: Partial<StoredUser> & { id: string },
): Promise<StoredUser> {
  return connection.transaction(async (connection) => {
    const before = await lockRecord(connection, table, id)
    if (!before) {
      throw new AuthError('StorageConflict', 'The storage has no user with this id (any more)')
    }
    const next = withMergedExtra(fitted(table, changes), before.extra)
    await update(connection, table, next, { id })
    return { emailVerified: null, ...joinExtra({ ...before, ...next }), id }
  })
}
