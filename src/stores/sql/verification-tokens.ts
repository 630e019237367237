import type { VerificationToken } from '../../types/storage.ts'
import type { VerificationTokens } from '../parts.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { sql } from './sql.ts'
import { equals, insert, remove, select } from './statements.ts'
import { selection, type Table, type Tables, toRecord } from './tables.ts'
import { matching } from './where.ts'

/** One-time tokens in SQL. */
export function verificationTokens(connection: Connection, tables: Tables): VerificationTokens {
  const { verificationTokens: tokens } = tables
  return {
    createVerificationToken: (token) => insert(connection, tokens, { ...token }),
    async getVerificationToken({ identifier, token }) {
      const [record] = await select(connection, tokens, { identifier, token })
      return record ? toToken(record) : null
    },
    useVerificationToken: ({ identifier, token }) =>
      take(connection, tokens, { identifier, token }),
  }
}

/** Returns a token and deletes it. The statement that deletes decides who gets it; where it cannot return rows, the token is read first. */
async function take(
  connection: Connection,
  table: Table,
  where: { identifier: string; token: string },
): Promise<VerificationToken | null> {
  if (connection.draft) {
    const [record] = await select(connection, table, where)
    if (record) await remove(connection, table, where)
    return record ? toToken(record) : null
  }
  const deleted = sql`delete from ${table.name} where ${matching(table, where)}`
  if (connection.dialect.returning) {
    const { rows } = await connection.write(sql`${deleted} returning ${selection(table)}`)
    const taken = rows.map((row) => toRecord(table, row)).find((record) => equals(record, where))
    return taken ? toToken(taken) : null
  }
  const [record] = await select(connection, table, where)
  if (!record) return null
  return (await connection.write(deleted)).changes === 1 ? toToken(record) : null
}

function toToken(record: Row): VerificationToken {
  return {
    identifier: String(record.identifier),
    token: String(record.token),
    expires: record.expires instanceof Date ? record.expires : new Date(0),
  }
}
