import type { StoredUser } from '../../types/storage.ts'
import { defined } from '../defined.ts'
import type { Users } from '../parts.ts'
import { pageOfUsers, rangeOf } from '../user-pages.ts'
import { values } from './bounded-map.ts'
import { accountKey, conflict, copy, itemKey, type Write } from './records.ts'
import type { Tables } from './tables.ts'

/** Users in memory. */
export function users(tables: Tables, write: Write): Users {
  const { users, emails, accounts } = tables
  return {
    createUser: (user) =>
      write(() => {
        if (users.get(user.id)) throw conflict('a user with this id')
        return keep(tables, user)
      }),
    getUser: (id) => copy(users.get(id) ?? null),
    // A transaction runs alone, so there is nothing to lock.
    lockUser: (id) => copy(users.get(id) ?? null),
    getUserByEmail: (email) => copy(users.get(emails.get(email) ?? '') ?? null),
    getUserByAccount: (account) => {
      const found = accounts.get(accountKey(account))
      return copy((found && users.get(found.userId)) ?? null)
    },
    listUsers: async (filter, paging = {}) =>
      pageOfUsers(filter, paging, async (range) => rangeOf([...values(users)].map(copy), range)),
    updateUser: (changes) =>
      write(() => {
        const before = users.get(changes.id)
        if (!before) throw conflict('no user with this id (any more)')
        return keep(tables, { ...before, ...defined(changes) }, before)
      }),
    deleteUser: (id) =>
      write(() => {
        const user = users.get(id)
        if (!user) return
        removeOwned(tables, id)
        if (user.email != null) emails.delete(user.email)
        users.delete(id)
      }),
  }
}

function keep({ users, emails }: Tables, user: StoredUser, before?: StoredUser): StoredUser {
  const { email } = user
  const owner = email == null ? undefined : emails.get(email)
  if (owner !== undefined && owner !== user.id) throw conflict('a user with this e-mail address')
  users.set(user.id, copy(user))
  if (before?.email != null && before.email !== email) emails.delete(before.email)
  if (email != null) emails.set(email, user.id)
  return copy(user)
}

function removeOwned({ accounts, sessions, authenticators, items }: Tables, id: string): void {
  for (const account of values(accounts)) {
    if (account.userId === id) accounts.delete(accountKey(account))
  }
  for (const session of values(sessions)) {
    if (session.userId === id) sessions.delete(session.sessionToken)
  }
  for (const passkey of values(authenticators)) {
    if (passkey.userId === id) authenticators.delete(passkey.credentialID)
  }
  for (const item of values(items)) {
    if (item.userId === id) items.delete(itemKey(item))
  }
}
