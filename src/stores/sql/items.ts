import type { ItemFilter, ItemKey, ItemPaging, StoredItem } from '../../types/item.ts'
import type { StoredUser } from '../../types/storage.ts'
import { pageOf, pageSize, pageStart, toPage } from '../item-pages.ts'
import { assertItemKey, itemExists } from '../item-rules.ts'
import type { Items } from '../parts.ts'
import type { Connection } from './connection.ts'
import { classifyFault } from './database-errors.ts'
import type { Row } from './dialect.ts'
import { lockUser } from './lock-user.ts'
import { schema } from './schema.ts'
import { sql } from './sql.ts'
import { shaped } from './statement-cache.ts'
import { insert, insertFor, remove, select, selectRows, update } from './statements.ts'
import { readColumn, selection, type Table, toRecord } from './tables.ts'
import { takeItem } from './take-item.ts'
import { toItem } from './to-item.ts'
import { toUser } from './users.ts'
import { matching, valuesOf } from './where.ts'

/** The tables that items need. Without `users`, the users are in another storage and are not checked. */
export interface ItemTables {
  items: Table
  users?: Table
}

/** Items in SQL. */
export function items(connection: Connection, tables: ItemTables): Items {
  const { items: table, users } = tables
  return {
    putItem: (item) => putItem(connection, tables, item),
    async getItem(key) {
      const [record] = await select(connection, table, pick(key))
      return record ? toItem(record) : null
    },
    getItemAndUser: (key) => getItemAndUser(connection, tables, pick(key)),
    listItems: (filter, paging = {}) => listItems(connection, table, filter, paging),
    async replaceItem({ id, version, ...key }, { data, sealed, expires }) {
      const content = { data, sealed, expires, version: version + 1 }
      if (connection.draft) {
        const [before] = await select(connection, table, pick(key))
        if (before?.id !== id || before.version !== version) return false
        return (await update(connection, table, content, { id })) > 0
      }
      const sets = Object.entries(content).map(([key, value]) => {
        const { name, codec } = table.column(key)
        return sql`${name} = ${value === null ? null : codec.encode(value)}`
      })
      const where = { id, version, ...pick(key) }
      const done = await connection.write(
        sql`update ${table.name} set ${sql.join(sets)} where ${matching(table, where)}`,
      )
      return done.changes === 1
    },
    touchItem: (key, lastUsedAt) => update(connection, table, { lastUsedAt }, pick(key)),
    takeItem: (key) => takeItem(connection, table, pick(key)),
    deleteItem: (key) => remove(connection, table, pick(key)),
    deleteItems: (userId, kind) =>
      connection.transaction(async (connection) => {
        if (users) await lockUser(connection, users, userId)
        return remove(connection, table, kind === undefined ? { userId } : { userId, kind })
      }),
  }
}

function pick({ kind, lookup }: ItemKey): { kind: string; lookup: string } {
  return { kind, lookup }
}

async function putItem(
  connection: Connection,
  { items: table, users }: ItemTables,
  item: StoredItem,
): Promise<void> {
  assertItemKey(item)
  const { userId } = item
  // A draft fails as a whole, too late to tell why.
  if (connection.draft && (await select(connection, table, pick(item))).length > 0)
    throw itemExists()
  try {
    if (userId === null || !users) await insert(connection, table, { ...item })
    else await insertFor(connection, users, table, { ...item, userId }, connection.dialect.share)
  } catch (error) {
    throw classifyFault(connection.dialect, error) === 'duplicate' ? itemExists(error) : error
  }
}

/** The name under which a column of an item is selected. No column of its user has it: the application may name those as it likes. */
function ofItem(key: string): string {
  return `the item's ${key}`
}

async function getItemAndUser(
  connection: Connection,
  { items: table, users }: ItemTables,
  key: { kind: string; lookup: string },
): Promise<{ item: StoredItem; user: StoredUser | null } | null> {
  if (connection.draft || !users) {
    // A draft sees its own changes row by row, so the join is done here.
    const [record] = await select(connection, table, key)
    const item = record && toItem(record)
    const [row] =
      users && item?.userId ? await selectRows(connection, users, { id: item.userId }) : []
    return item ? { item, user: users && row ? toUser(users, row) : null } : null
  }
  const keys = Object.keys(schema.items.columns)
  const { rows } = await connection.read(
    shaped(table.texts, 'with its user', valuesOf(table, key), () => {
      const found = keys.map(
        (one) => sql`${readColumn(table.column(one), 'i')} as ${sql.id(ofItem(one))}`,
      )
      return sql`
        select ${selection(users, 'u')}, ${sql.join(found)} from ${table.name} i
        left join ${users.name} u on u.${users.column('id').name} = i.${table.column('userId').name}
        where ${matching(table, key, 'i')}`
    }),
  )
  for (const row of rows) {
    const own = Object.fromEntries(keys.map((one) => [one, row[ofItem(one)]]))
    const item = toItem(toRecord(table, own))
    // A table with a collation of its own may treat different texts as equal.
    if (item.kind !== key.kind || item.lookup !== key.lookup) continue
    return { item, user: row.id == null ? null : toUser(users, row) }
  }
  return null
}

async function listItems(
  connection: Connection,
  table: Table,
  filter: ItemFilter,
  paging: ItemPaging,
) {
  const where: Row = Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  )
  // A draft neither sorts nor limits rows.
  if (connection.draft) {
    return pageOf((await select(connection, table, where)).map(toItem), paging)
  }
  const [kind, lookup] = [table.column('kind').name, table.column('lookup').name]
  const start = pageStart(paging)
  const further = !start
    ? sql``
    : filter.kind === undefined
      ? sql`and (${kind} > ${start.kind} or (${kind} = ${start.kind} and ${lookup} > ${start.lookup}))`
      : sql`and ${lookup} > ${start.lookup}`
  const size = sql.integer(pageSize(paging) + 1)
  const ordered = sql`${further} order by ${kind}, ${lookup} limit ${size}`
  return toPage((await select(connection, table, where, ordered)).map(toItem), paging)
}
