import type { Leases } from '../parts.ts'
import { followed } from './claims.ts'
import type { Connection } from './connection.ts'
import { fitKey } from './key-length.ts'
import { remove } from './statements.ts'
import type { Tables } from './tables.ts'
import { takeLease } from './upsert.ts'

/** Leases in SQL, by the database's clock: servers whose own clocks differ agree on when one has ended. */
export function leases({ draft, ...given }: Connection, { leases }: Tables): Leases {
  // Other servers would not see a drafted lease.
  const outside = draft?.outside ?? given
  // All holders of a lease in SQLite lose power together with the machine, so no disk is waited for.
  const write: Connection['write'] = (statement) => outside.write(followed(statement))
  const connection = { ...outside, write }
  const { dialect } = connection
  const taking = takeLease[dialect.upsert]
  return {
    async lease(key, seconds, owner) {
      const lease = { key: await fitKey(key), owner: await fitKey(owner) }
      const milliseconds = Math.ceil(seconds * 1000)
      const statement = taking.statement(leases, dialect.clock, { ...lease, milliseconds })
      return taking.result(await connection.write(statement))
    },
    releaseLease: async (key, owner) =>
      remove(connection, leases, { key: await fitKey(key), owner: await fitKey(owner) }),
  }
}
