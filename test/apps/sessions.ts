import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Application } from './application.ts'

const day = 86_400_000

/** The sessions that an application has stored. */
export interface StoredSessions {
  /** When each of them ends, in milliseconds. */
  ends(): number[]
  /** Makes all of them due for renewal: they last ten days more, instead of thirty. */
  makeDue(): void
}

/** Opens the file that holds an application's sessions, for a moment each time. */
export function storedSessions(
  { database = 'auth.db' }: Application,
  folder: string,
): StoredSessions | undefined {
  if (database === null) return undefined
  const open = <T>(work: (db: DatabaseSync) => T): T => {
    // A worker's file has its name from the platform, and is not there before somebody has signed in.
    const file = typeof database === 'string' ? join(folder, database) : database(folder)
    const db = new DatabaseSync(file, { timeout: 5_000 })
    try {
      return work(db)
    } finally {
      db.close()
    }
  }
  return {
    ends: () => open(ends),
    makeDue: () =>
      open((db) => {
        const [stored] = db.prepare('SELECT typeof(expires) AS kind FROM sessions').all()
        const end = Date.now() + 10 * day
        const value = stored?.kind === 'integer' ? end : new Date(end).toISOString()
        db.prepare('UPDATE sessions SET expires = ?').run(value)
      }),
  }
}

function ends(db: DatabaseSync): number[] {
  const rows = db.prepare('SELECT expires FROM sessions').all()
  return rows.map(({ expires }) => new Date(expires as string | number).getTime())
}
