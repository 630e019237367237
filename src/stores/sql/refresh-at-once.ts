import type { StoredAccount } from '../../types/storage.ts'
import type { RefreshesAtOnce } from '../parts.ts'
import type { Sealing } from './account-sealing.ts'
import { createAtOnce } from './at-once.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { fitKey } from './key-length.ts'
import { endingRefresh, leasingAccount } from './refresh-statements.ts'
import { assignments } from './statements.ts'
import { swapTokens } from './swap-tokens.ts'
import { type Tables, toRecord } from './tables.ts'

/** Opens accounts from rows, and finds the rows again. */
export interface Reading {
  open(record: Row): Promise<StoredAccount>
  rowOf(account: object): Row | undefined
}

/** Takes a lease and reads the account in one step; writes the tokens and ends the lease in another. */
export function refreshesAtOnce(
  connection: Connection,
  tables: Tables,
  sealing: Sealing,
  { open, rowOf }: Reading,
): RefreshesAtOnce {
  const { accounts: table } = tables
  const atOnce = createAtOnce(connection)
  return {
    leaseAccount: (account, { key, owner, seconds }) =>
      atOnce(async () => {
        const milliseconds = Math.ceil(seconds * 1000)
        const lease = { key: await fitKey(key), owner: await fitKey(owner), milliseconds }
        // The owner of a lease may take it again, so this may be repeated like a read.
        const { rows } = await connection.read(leasingAccount(tables, account, lease))
        return rows[0] ? open(toRecord(table, rows[0])) : null
      }),
    async endRefresh(account, sent, tokens, { key, owner }) {
      const { provider, providerAccountId } = account
      const named = { provider, providerAccountId }
      const lease = { key: await fitKey(key), owner: await fitKey(owner) }
      const write = async (sealed: Row, refresh_token: string) => {
        const changes = assignments(table, sealed).filter(([column]) => !(column.key in named))
        const statement = endingRefresh(tables, named, refresh_token, changes, lease)
        return (await connection.write(statement)).rows.length > 0
      }
      const swap = { changes: { ...tokens, ...named }, sent, before: rowOf(account), write }
      return atOnce(() => swapTokens(connection, table, sealing, swap))
    },
  }
}
