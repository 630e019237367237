import type { Changes, Sealing } from './account-sealing.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { select, update } from './statements.ts'
import type { Table } from './tables.ts'

/** The most comparisons, as other servers may seal the same token anew meanwhile. */
const maxAttempts = 5

/** Tokens to write if the stored refresh token is the one that was sent. */
interface Swap {
  changes: Changes
  sent: string
  /** The account's row, if it has been read. */
  before: Row | undefined
  /** Writes sealed tokens if the sealed refresh token is still this one; returns whether it was. */
  write?: (sealed: Row, refresh_token: string) => Promise<boolean>
}

/**
 * Replaces tokens without a lock: the update compares the sealed refresh token with the one that was read. Returns whether it did;
 * undefined if the database cannot compare, because the token is among the fields without a column.
 */
export async function swapTokens(
  connection: Connection,
  table: Table,
  { open, sealChanges, touchesExtra }: Sealing,
  { changes, sent, before: known, write }: Swap,
): Promise<boolean | undefined> {
  const { provider, providerAccountId } = changes
  const key = { provider, providerAccountId }
  const read = async () => (await select(connection, table, key))[0]
  const swap =
    write ??
    (async (sealed: Row, refresh_token: string) =>
      (await update(connection, table, sealed, key, { refresh_token })) > 0)
  const wasSent = async (row: Row) => (await open(row)).refresh_token === sent
  if (touchesExtra(changes)) return undefined
  let before = known ?? (await read())
  for (let attempt = 0; before && attempt < maxAttempts; attempt++) {
    const { refresh_token } = before
    if (typeof refresh_token !== 'string') return undefined
    if (await wasSent(before)) {
      if (await swap(await sealChanges(changes, before), refresh_token)) return true
    }
    before = await read()
    // Some drivers do not count a row that was like this already.
    if (before && before.refresh_token === refresh_token) return wasSent(before)
  }
  return false
}
