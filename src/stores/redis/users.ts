import type { StoredUser } from '../../types/storage.ts'
import { defined } from '../defined.ts'
import type { Users } from '../parts.ts'
import { pageOfUsers } from '../user-pages.ts'
import { itemChangesOf, itemsOf } from './item-index.ts'
import { removeItems } from './items.ts'
import type { Keys } from './keys.ts'
import { listed } from './lists.ts'
import {
  type Atomically,
  accountPlace,
  conflict,
  needUser,
  places,
  readAccountForSignIn,
  readUser,
} from './records.ts'
import { markUser, readRange, unmarkUser } from './user-index.ts'

/** The milliseconds that a lock's key is kept: longer than any transaction, however wrong its server's clock is. */
const lockMilliseconds = 86_400_000

/** Users in Redis. */
export function users(atomically: Atomically): Users {
  return {
    createUser: (user) =>
      atomically(async (keys) => {
        if (await keys.getNew(places.user(user.id))) throw conflict('a user with this id')
        // The user's lists are as new as the user.
        for (const list of [places.accountsOf, places.sessionsOf]) await keys.getNew(list(user.id))
        return keep(keys, user)
      }),
    getUser: (id) => atomically(async (keys) => (await readUser(keys, id)) ?? null),
    getUserByEmail: (email) =>
      atomically(async (keys) => {
        const id = await keys.getWithUser(places.email(email), ['user'])
        return typeof id === 'string' ? ((await readUser(keys, id)) ?? null) : null
      }),
    getUserByAccount: (account) =>
      atomically(async (keys) => {
        const found = await readAccountForSignIn(keys, accountPlace(account))
        return found ? ((await readUser(keys, found.userId)) ?? null) : null
      }),
    // All transactions that lock this user write the same key, so the later of two has to begin again.
    lockUser: (id) =>
      atomically(async (keys) => {
        const [user] = await Promise.all([readUser(keys, id), keys.get(places.lock(id))])
        if (!user) return null
        keys.set(places.lock(id), crypto.randomUUID(), new Date(Date.now() + lockMilliseconds))
        return user
      }),
    updateUser: (changes) =>
      atomically(async (keys) => {
        const before = await needUser(keys, changes.id)
        return keep(keys, { ...before, ...defined(changes) }, before)
      }),
    deleteUser: (id) => atomically((keys) => remove(keys, id)),
    listUsers: (filter, paging = {}) =>
      atomically((keys) => pageOfUsers(filter, paging, (range) => readRange(keys, range))),
  }
}

async function keep(keys: Keys, user: StoredUser, before?: StoredUser): Promise<StoredUser> {
  const { email } = user
  if (email != null) {
    const owner = await keys.get(places.email(email))
    if (owner !== undefined && owner !== user.id) throw conflict('a user with this e-mail address')
    keys.set(places.email(email), user.id)
  }
  if (before?.email != null && before.email !== email) keys.delete(places.email(before.email))
  if (before) unmarkUser(keys, before)
  markUser(keys, user)
  keys.set(places.user(user.id), user)
  return user
}

async function remove(keys: Keys, id: string): Promise<void> {
  const user = await readUser(keys, id)
  if (!user) return
  for (const list of [places.accountsOf(id), places.passkeysOf(id), places.sessionsOf(id)]) {
    for (const place of await listed(keys, list)) keys.delete(place)
    keys.delete(list)
  }
  await removeItems(keys, id)
  keys.delete(itemsOf(id))
  keys.delete(itemChangesOf(id))
  if (user.email != null) keys.delete(places.email(user.email))
  unmarkUser(keys, user)
  keys.delete(places.lock(id))
  keys.delete(places.user(id))
}
