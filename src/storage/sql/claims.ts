import type { Claims } from '../parts.ts'
import type { Connection } from './connection.ts'
import { fittingKey } from './fitting-key.ts'
import { insert, remove, select } from './statements.ts'
import type { Tables } from './tables.ts'
import { claimKey } from './upsert.ts'

/** Keys that can be taken once, in SQL. */
export function claims(connection: Connection, { claims }: Tables, now: () => number): Claims {
  const claiming = claimKey[connection.dialect.upsert]
  const claimInDraft = async (key: string, expires: Date) => {
    const [held] = await select(connection, claims, { key })
    if (held && Number(held.expires) > now()) return false
    await remove(connection, claims, { key })
    await insert(connection, claims, { key, expires: expires.getTime() })
    return true
  }
  return {
    async claim(key, expires) {
      if (connection.draft) return claimInDraft(await fittingKey(key), expires)
      const statement = claiming.statement(claims, await fittingKey(key), expires.getTime(), now())
      return claiming.result(await connection.write(statement))
    },
    release: async (key) => remove(connection, claims, { key: await fittingKey(key) }),
  }
}
