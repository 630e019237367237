import type { Claims } from '../parts.ts'
import type { Connection } from './connection.ts'
import { fitKey } from './key-length.ts'
import type { Statement } from './sql.ts'
import { insert, remove, select } from './statements.ts'
import type { Tables } from './tables.ts'
import { claimKey, upserting } from './upsert.ts'

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
    async claim(key, expires, isFollowed) {
      if (connection.draft) return claimInDraft(await fitKey(key), expires)
      const values = [await fitKey(key), expires.getTime(), now()] as const
      // Inside a transaction, none of it would wait for the disk.
      const hurries = isFollowed && !connection.locked
      const hurry = hurries ? connection.dialect.hurry : undefined
      const statement = upserting(claiming, claims, values, hurry)
      return claiming.result(await connection.write(hurries ? followed(statement) : statement))
    },
    release: async (key) => remove(connection, claims, { key: await fitKey(key) }),
  }
}

/** A statement that may be answered before it is on the disk, because a later commit brings it there. */
export function followed(statement: Statement): Statement {
  return { compile: (notation) => ({ ...statement.compile(notation), isFollowed: true }) }
}
