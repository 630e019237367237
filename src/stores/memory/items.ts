import { pageOf } from '../item-pages.ts'
import { assertItemKey, itemExists } from '../item-rules.ts'
import type { Items } from '../parts.ts'
import { values } from './bounded-map.ts'
import { conflict, copy, itemKey, type Write } from './records.ts'
import type { Tables } from './tables.ts'

/** Items in memory. */
export function items({ users, items }: Tables, write: Write): Items {
  return {
    putItem: (item) =>
      write(() => {
        assertItemKey(item)
        if (item.userId !== null && !users.get(item.userId))
          throw conflict('no user with this id (any more)')
        if (items.get(itemKey(item))) throw itemExists()
        items.set(itemKey(item), copy(item))
      }),
    getItem: (key) => copy(items.get(itemKey(key)) ?? null),
    getItemAndUser(key) {
      const item = items.get(itemKey(key))
      return item ? copy({ item, user: users.get(item.userId ?? '') ?? null }) : null
    },
    listItems({ kind, userId }, paging = {}) {
      const matching = [...values(items)].filter(
        (item) =>
          (kind === undefined || item.kind === kind) &&
          (userId === undefined || item.userId === userId),
      )
      return copy(pageOf(matching, paging))
    },
    replaceItem: (read, { data, sealed, expires }) =>
      write(() => {
        const before = items.get(itemKey(read))
        if (before?.id !== read.id || before.version !== read.version) return false
        const version = before.version + 1
        items.set(itemKey(read), copy({ ...before, data, sealed, expires, version }))
        return true
      }),
    touchItem: (key, lastUsedAt) =>
      write(() => {
        const before = items.get(itemKey(key))
        if (before) items.set(itemKey(key), copy({ ...before, lastUsedAt }))
      }),
    takeItem: (key) =>
      write(() => {
        const found = items.get(itemKey(key)) ?? null
        items.delete(itemKey(key))
        return found
      }),
    deleteItem: (key) => write(() => void items.delete(itemKey(key))),
    deleteItems: (userId, kind) =>
      write(() => {
        const gone = [...values(items)].filter(
          (item) => item.userId === userId && (kind === undefined || item.kind === kind),
        )
        return gone.filter((item) => items.delete(itemKey(item))).length
      }),
  }
}
