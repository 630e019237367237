import type { ItemsAlone } from '../items-alone.ts'
import type { Connection } from './connection.ts'
import { items } from './items.ts'
import { migrateItems } from './migrate.ts'
import type { Names } from './names.ts'
import type { OpenConnection } from './open-connection.ts'
import { prepareItems } from './prepare-tables.ts'
import { sweep } from './sweep.ts'

/** The database that keeps items, and its settings. */
interface Place
  extends Pick<ItemsAlone, 'configure' | 'close'>,
    Pick<OpenConnection, 'forMigration'> {
  connection: Connection
  names: Names
  now: () => number
  mayMigrate: boolean
  /** True if callers share one check of the table, and wait for it. */
  shared: boolean
}

/** The table of items without that of users. The database is not asked before the first use. */
export function itemsAlone(place: Place): ItemsAlone {
  const { connection, names, now, mayMigrate, forMigration, configure, close } = place
  const migrateNow = async () => {
    const own = forMigration()
    return migrateItems(own.connection, names, {}).finally(own.close)
  }
  const open = async () => {
    await connection.dialect.assertSafe?.(connection.read)
    return prepareItems(connection, names, mayMigrate ? migrateNow : undefined)
  }
  let opening: ReturnType<typeof open> | undefined
  const table = () => {
    if (!place.shared) return open()
    opening ??= open().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const on = async () => items(connection, { items: await table() })
  return {
    putItem: async (item) => (await on()).putItem(item),
    getItem: async (key) => (await on()).getItem(key),
    getItemAndUser: async (key) => (await on()).getItemAndUser(key),
    listItems: async (filter, paging) => (await on()).listItems(filter, paging),
    replaceItem: async (read, content) => (await on()).replaceItem(read, content),
    touchItem: async (key, at) => (await on()).touchItem(key, at),
    takeItem: async (key) => (await on()).takeItem(key),
    deleteItem: async (key) => (await on()).deleteItem(key),
    deleteItems: async (userId, kind) => (await on()).deleteItems(userId, kind),
    sweep: async () =>
      sweep(connection, { items: await table() }, { now: now(), retention: undefined }),
    migrate: ({ print = false } = {}) =>
      print ? migrateItems(connection, names, { print }) : migrateNow(),
    ...{ configure, close },
  }
}
