import type { Dialect } from '../sql/dialect.ts'
import { readFact } from '../sql/dialect.ts'
import { changedMeanwhile } from '../sql/optimistic-transaction.ts'
import { sqlite } from '../sql/sqlite.ts'

// https://developers.cloudflare.com/d1/observability/debug-d1/#error-list
const codes: readonly (readonly [words: RegExp, code: string])[] = [
  // SQLite's own code for a transaction that has read outdated rows.
  [new RegExp(changedMeanwhile), 'SQLITE_BUSY_SNAPSHOT'],
  // Another server has migrated at the same time.
  [/\balready exists\b|\bduplicate column name\b/, 'SQLITE_BUSY_SNAPSHOT'],
  [/\bUNIQUE constraint failed\b/, 'SQLITE_CONSTRAINT_UNIQUE'],
  [/\bFOREIGN KEY constraint failed\b/, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  [/\boverloaded\b/, 'SQLITE_BUSY'],
  [/\bSQLITE_TOOBIG\b/, 'D1_TOO_BIG'],
  [/\b(connection lost|to be reset|reset because|transient issue|exceeded timeout)\b/, 'D1_LOST'],
]

/** A D1 error with the code that other drivers would give: D1 has only a message. */
export function withCode(error: unknown): unknown {
  const message = String(readFact(error, 'message'))
  const code = codes.find(([words]) => words.test(message))?.[1]
  return Object.assign(new Error(message), code && { code })
}

/** D1 speaks SQLite, over a network. */
export const d1Dialect: Dialect = {
  ...sqlite,
  fault(error) {
    const code = readFact(error, 'code')
    if (code === 'D1_LOST') return 'lost'
    return code === 'D1_TOO_BIG' ? 'unfit' : sqlite.fault(error)
  },
}
