import type { OwnedLease, StoredAccount } from '../../types/storage.ts'
import type { Key } from './account-sealing.ts'
import type { Assignment } from './optimistic-transaction.ts'
import { exactly } from './sign-in-statements.ts'
import { type Statement, sql } from './sql.ts'
import { shaped } from './statement-cache.ts'
import { keysOf } from './statements.ts'
import { selection, type Tables } from './tables.ts'
import { matching, valuesOf } from './where.ts'

/** The time at which a row is written, which may be long after the statement began: it waits for the account first. */
const clock = sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`

/**
 * Takes a lease and selects the account; no row if another owner has the lease. The account is locked first, as in `endingRefresh`: then no
 * two wait for each other, and the account is as the last owner left it.
 */
export function leasingAccount(
  { accounts, leases }: Tables,
  { userId, provider, providerAccountId }: Pick<StoredAccount, 'userId' | keyof Key>,
  { key, owner, milliseconds }: OwnedLease & { milliseconds: number },
): Statement {
  const named = { provider, providerAccountId }
  const where = { ...named, userId }
  const values = [...valuesOf(accounts, where), ...Object.values(named), key, owner, milliseconds]
  return shaped(accounts.texts, 'lease and read', values, () => {
    const [name, by, end] = ['key', 'owner', 'expires'].map((each) => leases.column(each).name)
    return sql`
      with account as (
        select ${selection(accounts, 'a')} from ${accounts.name} a
        where ${matching(accounts, where, 'a')} and ${exactly(accounts, named)} for update
      ), leased as (
        insert into ${leases.name} as held (${name}, ${by}, ${end})
        select ${key}, ${owner}, ${clock} + ${milliseconds} from account
        on conflict (${name}) do update set ${by} = excluded.${by}, ${end} = excluded.${end}
        where held.${end} <= ${clock} or held.${by} = excluded.${by}
        returning 1 as taken
      )
      select account.* from account inner join leased on true`
  })
}

/** Writes sealed tokens if the refresh token is still as it was read, and then gives the lease back. */
export function endingRefresh(
  { accounts, leases }: Tables,
  { provider, providerAccountId }: Key,
  refresh_token: string,
  changes: readonly Assignment[],
  { key, owner }: OwnedLease,
): Statement {
  const where = { provider, providerAccountId, refresh_token }
  const lease = { key, owner }
  const written = changes.map(([, value]) => value)
  const values = [...written, ...valuesOf(accounts, where), ...valuesOf(leases, lease)]
  return shaped(accounts.texts, `end refresh ${keysOf(changes)}`, values, () => {
    const sets = changes.map(([{ name }, value]) => sql`${name} = ${value}`)
    return sql`
      with kept as (
        update ${accounts.name} set ${sql.join(sets)} where ${matching(accounts, where)} returning 1 as kept
      ), ended as (
        delete from ${leases.name} where ${matching(leases, lease)} and exists (select 1 from kept)
      )
      select kept from kept`
  })
}
