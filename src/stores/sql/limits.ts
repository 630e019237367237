import type { Limits } from '../parts.ts'
import type { Connection } from './connection.ts'
import { fitKey } from './key-length.ts'
import { insert, remove, select } from './statements.ts'
import type { Tables } from './tables.ts'
import { countUse, upserting } from './upsert.ts'

/** Counters of attempts in SQL. */
export function limits(connection: Connection, { limits }: Tables, now: () => number): Limits {
  const counting = countUse[connection.dialect.upsert]
  const hitInDraft = async (key: string, end: number, time: number) => {
    const [open] = await select(connection, limits, { key })
    const counts = open !== undefined && Number(open.expires) > time
    const uses = counts ? Number(open.uses) + 1 : 1
    await remove(connection, limits, { key })
    await insert(connection, limits, { key, uses, expires: counts ? open.expires : end })
    return uses
  }
  return {
    async hit(key, windowSeconds) {
      const time = now()
      const end = time + windowSeconds * 1000
      if (connection.draft) return hitInDraft(await fitKey(key), end, time)
      const statement = upserting(counting, limits, [await fitKey(key), end, time])
      return counting.result(await connection.write(statement))
    },
  }
}
