import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { describe, expect, test } from 'vitest'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { sql } from '../../src/storage/sql.ts'
import { databases } from './databases.ts'
import { drizzleOn } from './drizzle.ts'
import { newItem, newUser, present } from './people.ts'
import { isInstalled, sharedServers } from './servers.ts'

const shared = sharedServers()

/** The tables that the schemas of docs/tasks/prisma-or-drizzle.md make. */
const schemas = {
  Prisma: `
    create table "portico_items" (
      "id" text not null, "kind" text not null, "lookup" text not null, "userId" text, "data" jsonb not null,
      "sealed" text, "version" integer not null, "createdAt" timestamp(3) not null, "lastUsedAt" timestamp(3),
      "expires" timestamp(3), constraint "portico_items_pkey" primary key ("id")
    );
    create unique index "portico_items_kind_lookup_key" on "portico_items" ("kind", "lookup");
    create index "portico_items_userId_kind_idx" on "portico_items" ("userId", "kind");
    create index "portico_items_expires_idx" on "portico_items" ("expires");`,
  Drizzle: `
    create table "portico_items" (
      "id" text primary key not null, "kind" text not null, "lookup" text not null, "userId" text,
      "data" json not null, "sealed" text, "version" integer not null, "createdAt" timestamp not null,
      "lastUsedAt" timestamp, "expires" timestamp
    );
    create unique index "portico_items_kind_lookup_index" on "portico_items" ("kind", "lookup");
    create index "portico_items_userId_kind_index" on "portico_items" ("userId", "kind");
    create index "portico_items_expires_index" on "portico_items" ("expires");`,
}

describe.skipIf(!isInstalled('PostgreSQL'))('a table of items in the schema', () => {
  test.each(Object.entries(schemas))('of %s is used as it is', async (_, tables) => {
    const address = await databases.PostgreSQL.create(await shared('PostgreSQL'), tables)
    const items = sql(address)
    const storage = present(fromAdapter(DrizzleAdapter(drizzleOn()), { items }))
    const user = await storage.createUser(newUser())
    const item = newItem({
      userId: user.id,
      data: { list: [1, 'ü', null], nested: { yes: true } },
      sealed: 'sealed',
      lastUsedAt: new Date('2026-03-29T01:30:00.123Z'),
      expires: new Date('2020-01-01T00:00:00.000Z'),
    })
    await storage.putItem(item)
    expect(await storage.getItem(item)).toEqual(item)
    const again = async () => storage.putItem({ ...item, id: crypto.randomUUID() })
    await expect(again()).rejects.toMatchObject({ code: 'StorageConflict', field: 'lookup' })
    expect(await storage.replaceItem(item, { ...item, data: { n: 2 } })).toBe(true)
    expect(await storage.listItems({ kind: item.kind })).toMatchObject({
      items: [{ data: { n: 2 }, version: 2, expires: item.expires }],
    })
    expect(await storage.sweep()).toBe(1)
    expect(await storage.takeItem(item)).toBeNull()
    await storage.close()
  })
})
