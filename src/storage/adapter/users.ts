import type { Storage } from '../../types/storage.ts'
import { call, defined, toUser, toUserOrNull, writeNew } from './border.ts'

/** Users through an adapter. */
export function adaptUsers(adapter: Storage): Storage {
  const taken = async (email: string | null | undefined) =>
    email != null && (await call('getUserByEmail', () => adapter.getUserByEmail?.(email))) != null
  return {
    ...(adapter.createUser && {
      createUser: (user) =>
        writeNew(
          'createUser',
          () => taken(user.email),
          async () => toUser({ ...user, ...(await adapter.createUser?.(defined(user))) }),
        ),
    }),
    ...(adapter.getUser && {
      getUser: async (id) => toUserOrNull(await call('getUser', () => adapter.getUser?.(id))),
    }),
    ...(adapter.getUserByEmail && {
      getUserByEmail: async (email) =>
        toUserOrNull(await call('getUserByEmail', () => adapter.getUserByEmail?.(email))),
    }),
    ...(adapter.updateUser && {
      updateUser: (changes) =>
        call('updateUser', async () => {
          const updated = await adapter.updateUser?.(defined(changes))
          return toUser({ emailVerified: null, ...changes, ...updated })
        }),
    }),
    ...(adapter.deleteUser && {
      deleteUser: (id) => call('deleteUser', () => adapter.deleteUser?.(id)),
    }),
  }
}
