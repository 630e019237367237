import { DatabaseSync } from 'node:sqlite'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { createClient } from 'redis'
import { decode } from '../../src/stores/redis/keys.ts'
import type { Database, StorageName } from './databases.ts'

/** A row as the database has it. */
export type Row = Readonly<Record<string, unknown>>

/** All that is kept about people, read past the library. */
export interface Rows {
  users: readonly Row[]
  accounts: readonly Row[]
  sessions: readonly Row[]
  authenticators: readonly Row[]
  /** What parts keep: passwords, and the links that were mailed. */
  items: readonly Row[]
  /** What only this kind of storage can get wrong: entries of lists and indexes that lead nowhere, or are missing. */
  strays: readonly string[]
}

/** Reads everything. */
export async function readRows(database: Database): Promise<Rows> {
  return readers[database.storage](database)
}

const readers: Readonly<Record<StorageName, (database: Database) => Promise<Rows>>> = {
  async sqlite({ address }) {
    const file = new DatabaseSync(address.slice('file:'.length))
    try {
      return await inTables(async (text) => file.prepare(text).all())
    } finally {
      file.close()
    }
  },
  async postgres({ address }) {
    const client = new pg.Client(address)
    await client.connect()
    const rows = await inTables(async (text) => (await client.query<Row>(text)).rows)
    await client.end()
    return rows
  },
  async mariadb({ address }) {
    const connection = await mysql.createConnection(address)
    const rows = await inTables(async (text) => {
      const [found] = await connection.query<mysql.RowDataPacket[]>(text)
      return found
    })
    await connection.end()
    return rows
  },
  galera: (database) => readers.mariadb(database),
  promotion: (database) => readers.postgres(database),
  redis: readKeys,
}

async function inTables(query: (text: string) => Promise<readonly Row[]>): Promise<Rows> {
  const read = (table: string) => query(`select * from ${table}`)
  return {
    users: await read('users'),
    accounts: await read('accounts'),
    sessions: await read('sessions'),
    authenticators: await read('authenticators'),
    items: await read('portico_items'),
    strays: [],
  }
}

async function readKeys({ address, prefix }: Database): Promise<Rows> {
  const client = createClient({ url: address })
  await client.connect()
  const found = new Map<string, Row>()
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: 1000 })) {
    for (const key of keys) {
      if ((await client.type(key)) !== 'string') continue
      const text = (await client.get(key)) ?? 'null'
      if (/^[{"]/.test(text)) found.set(key.slice(prefix.length), Object(decode(text)))
    }
  }
  await client.close()
  const ofKind = (kind: string) =>
    [...found].filter(([key]) => key.startsWith(`${kind}:`)).map(([, value]) => value)
  return {
    users: ofKind('user'),
    accounts: ofKind('account'),
    sessions: ofKind('session'),
    authenticators: ofKind('passkey'),
    items: ofKind('item'),
    strays: strays(found),
  }
}

/** Which list names the records of which kind. */
const lists = { account: 'accounts', session: 'sessions', passkey: 'passkeys' }

function strays(found: ReadonlyMap<string, Row>): string[] {
  const problems: string[] = []
  for (const [kind, list] of Object.entries(lists)) {
    for (const [key, { userId }] of found) {
      if (!key.startsWith(`${kind}:`)) continue
      const entries = found.get(`${list}:${encodeURIComponent(String(userId))}`) ?? {}
      if (!(key in entries)) problems.push(`the ${list} of user ${userId} do not list one of them`)
    }
    for (const key of found.keys()) {
      const id = key.startsWith(`${list}:`) ? key.slice(list.length + 1) : undefined
      if (id !== undefined && !found.has(`user:${id}`)) problems.push(`${list} of no user ${id}`)
    }
  }
  for (const [key, id] of found) {
    if (!key.startsWith('email:')) continue
    const user = found.get(`user:${encodeURIComponent(String(id))}`)
    const address = decodeURIComponent(key.slice('email:'.length))
    if (user?.email !== address) problems.push(`the address ${address} leads to user ${id}`)
  }
  return problems
}
