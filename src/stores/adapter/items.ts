import { AuthError } from '../../errors.ts'
import type { Storage } from '../../types/storage.ts'
import { type ItemsAlone, openItemsAlone } from '../items-alone.ts'

/** The operations of an adapter's storage and those on items, which are in another database. */
export function withItems(storage: Storage, beside: object): Storage & Pick<ItemsAlone, 'migrate'> {
  const items = openItemsAlone(beside)
  if (!items) throw cannotStandAlone()
  const { getUser, deleteUser } = storage
  return {
    ...storage,
    ...items,
    async putItem(item) {
      // No foreign key checks this: the users are in another database.
      if (item.userId !== null && !(await getUser?.(item.userId))) {
        throw new AuthError('StorageConflict', 'The storage has no user with this id (any more)')
      }
      return items.putItem(item)
    },
    async getItemAndUser(key) {
      const item = await items.getItem(key)
      const user = item?.userId ? await getUser?.(item.userId) : null
      return item ? { item, user: user ?? null } : null
    },
    ...(deleteUser && {
      async deleteUser(id) {
        // The user goes first: items without their user are harmless, a user without their second factor would be at risk.
        await deleteUser(id)
        await items.deleteItems(id)
      },
    }),
  }
}

function cannotStandAlone(): AuthError {
  return new AuthError('Configuration', '`items` of fromAdapter() must be a storage in SQL', {
    field: 'items',
    hint: 'Pass `sql(…)`, or `postgres(…)`, `mysql(…)`, `sqlite(…)`, `kysely(…)` or `d1(…)`.',
  })
}
