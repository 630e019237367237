import { AuthError } from '../../errors.ts'
import type { Guard, NamedTable, Run } from './dialect.ts'
import { type Sql, sql } from './sql.ts'

/** The query that tells whether a server is a node of a Galera cluster. Other servers have no such variable. */
export const askGalera: string = "show session variables like 'wsrep_on'"

/** Lets a session wait, before it reads, for what other nodes have confirmed: a sign-in at one node is known at the next. */
export const readConfirmed: string = 'set session wsrep_sync_wait = @@session.wsrep_sync_wait | 1'

/** True if the server answered that it is a node. */
export function isNode(rows: readonly object[]): boolean {
  return rows.some((row) => Reflect.get(row, 'Value') === 'ON')
}

/** Refuses the application's own connections if they may read outdated rows. */
export async function assertConfirmed(run: Run): Promise<void> {
  if (!isNode((await run(sql.raw(askGalera))).rows)) return
  const { rows } = await run(sql`select @@session.wsrep_sync_wait & 1 as waits`)
  if (Number(rows[0]?.waits) === 1) return
  throw new AuthError('Configuration', 'The nodes of this Galera cluster answer before they know', {
    field: 'database',
    hint: 'Set `wsrep_sync_wait = 1` on every node or for these connections, or pass the address of the database.',
  })
}

/** The milliseconds for which a row of the guard is kept: longer than any transaction takes. */
const guardMilliseconds = 600_000

/**
 * A row lock is known only to its node. Nodes compare what transactions write when they commit, so locking a user also writes a row for
 * that user: of two transactions on different nodes, one fails as after a deadlock, and runs again.
 */
export async function guardOn(
  run: Run,
  clock: Sql,
  leases: NamedTable,
): Promise<Guard | undefined> {
  if (!isNode((await run(sql.raw(askGalera))).rows)) return undefined
  const [key, owner, expires] = ['key', 'owner', 'expires'].map((each) => leases.column(each).name)
  const end = sql`${clock} + ${sql.integer(guardMilliseconds)}`
  return (id) => sql`
    insert into ${leases.name} (${key}, ${owner}, ${expires})
    values (concat('user ', sha2(${id}, 256)), uuid(), ${end})
    on duplicate key update ${owner} = uuid(), ${expires} = ${end}`
}
