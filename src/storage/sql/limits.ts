import type { Limits } from '../parts.ts'
import type { Connection } from './connection.ts'
import { fittingKey } from './fitting-key.ts'
import type { Tables } from './tables.ts'
import { countUse } from './upsert.ts'

/** Counters of attempts in SQL. */
export function limits(connection: Connection, { limits }: Tables, now: () => number): Limits {
  const counting = countUse[connection.dialect.upsert]
  return {
    async hit(key, windowSeconds) {
      const time = now()
      const statement = counting.statement(
        limits,
        await fittingKey(key),
        time + windowSeconds * 1000,
        time,
      )
      return counting.result(await connection.write(statement))
    },
  }
}
