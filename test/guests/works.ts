import type { GuestMerge } from '../../src/types/guest.ts'
import type { SqlConnection, Storage } from '../../src/types/storage.ts'

/** A table of the application's own, with one column that names a user. */
export interface Works {
  /** Writes a row for a user. */
  add(userId: string): Promise<void>
  /** The `merge` of the application. */
  merge(merge: GuestMerge): Promise<void>
  /** How many rows each user has; undefined where nobody but the application could read them. */
  count(): Promise<Map<string, number> | undefined>
}

/** Opens the table in the storage's own database, or in this process where there is none in SQL. */
export async function openWorks(storage: Required<Storage>, name: string): Promise<Works> {
  const table = `works_${name.replace(/\W/g, '').slice(0, 20).toLowerCase()}`
  const run = (work: (connection: SqlConnection | undefined) => Promise<unknown>) =>
    storage.transaction(async (inside) =>
      work('connection' in inside ? (inside.connection as SqlConnection) : undefined),
    )
  const isSql = (await run(async (connection) => connection !== undefined)) as boolean
  if (!isSql) return inProcess()
  const mark = (number: number) => (name.startsWith('PostgreSQL') ? `$${number}` : '?')
  await run(async (own) =>
    own?.query(`create table ${table} (id varchar(64) primary key, owner varchar(64) not null)`),
  )
  let made = 0
  return {
    async add(userId) {
      made++
      const insert = `insert into ${table} (id, owner) values (${mark(1)}, ${mark(2)})`
      await run(async (own) => own?.query(insert, [`${made}`, userId]))
    },
    async merge({ from, to, connection }) {
      const update = `update ${table} set owner = ${mark(1)} where owner = ${mark(2)}`
      await connection?.query(update, [to.id, from.id])
    },
    async count() {
      if (name === 'D1') return undefined
      const select = `select owner, count(*) as works from ${table} group by owner`
      const rows = (await run(async (own) => own?.query(select))) as Record<string, unknown>[]
      return new Map(rows.map(({ owner, works }) => [String(owner), Number(works)]))
    },
  }
}

/** Rows that are no part of our transaction: `merge` may run in vain, and again. */
function inProcess(): Works {
  const owners: string[] = []
  return {
    async add(userId) {
      owners.push(userId)
    },
    async merge({ from, to }) {
      for (const [row, owner] of owners.entries()) if (owner === from.id) owners[row] = to.id
    },
    count: async () =>
      new Map(
        [...Map.groupBy(owners, (owner) => owner)].map(([owner, all]) => [owner, all.length]),
      ),
  }
}
