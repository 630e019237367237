import type { Claims } from '../parts.ts'
import type { Connection } from './connection.ts'
import { fittingKey } from './fitting-key.ts'
import { remove } from './statements.ts'
import type { Tables } from './tables.ts'
import { claimKey } from './upsert.ts'

/** Keys that can be taken once, in SQL. */
export function claims(connection: Connection, { claims }: Tables, now: () => number): Claims {
  const claiming = claimKey[connection.dialect.upsert]
  return {
    async claim(key, expires) {
      const statement = claiming.statement(claims, await fittingKey(key), expires.getTime(), now())
      return claiming.result(await connection.write(statement))
    },
    release: async (key) => remove(connection, claims, { key: await fittingKey(key) }),
  }
}
