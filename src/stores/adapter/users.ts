import type { Storage, StoredUser } from '../../types/storage.ts'
import { defined } from '../defined.ts'
import { isSameEmail } from '../same-email.ts'
import { call, toUser, toUserOrNull, writeNew } from './convert.ts'

/** Users through an adapter. */
export function adaptUsers(adapter: Storage): Storage {
  const byEmail = async (email: string | null | undefined) => {
    if (email == null) return null
    const found = await call('getUserByEmail', () => adapter.getUserByEmail?.(email))
    return isSameEmail(found?.email, email) ? toUserOrNull(found) : null
  }
  return {
    ...(adapter.createUser && {
      createUser: (user) =>
        writeNew(
          'createUser',
          async () => (await byEmail(user.email)) !== null,
          async () => toUser({ ...user, ...(await adapter.createUser?.(forTable(user))) }),
        ),
    }),
    ...(adapter.getUser && {
      getUser: async (id) => {
        const user = toUserOrNull(await call('getUser', () => adapter.getUser?.(id)))
        return user?.id === id ? user : null
      },
    }),
    ...(adapter.getUserByEmail && {
      getUserByEmail: byEmail,
    }),
    ...(adapter.updateUser && {
      updateUser: (changes) =>
        writeNew(
          'updateUser',
          async () => ((await byEmail(changes.email))?.id ?? changes.id) !== changes.id,
          async () => {
            const updated = await adapter.updateUser?.(forTable(changes))
            return toUser({ emailVerified: null, ...changes, ...updated })
          },
        ),
    }),
    ...(adapter.deleteUser && {
      deleteUser: (id) => call('deleteUser', () => adapter.deleteUser?.(id)),
    }),
  }
}

/** Auth.js's tables have no column for `emailVerifiedBy`, and adapters write a column for every key; most refuse unknown ones. */
function forTable<T extends Partial<StoredUser>>({ emailVerifiedBy: _, ...user }: T) {
  return defined(user)
}
