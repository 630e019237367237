import type { Connection } from './connection.ts'
import { classifyFault } from './database-errors.ts'

/**
 * Runs what several statements do otherwise as one of PostgreSQL's; undefined where the database is another, or refuses: then the several
 * statements tell why.
 */
export type AtOnce = <T>(work: () => Promise<T>) => Promise<T | undefined>

/** The way of one connection, which does not ask again once it was told that its tables are of the application's own making. */
export function createAtOnce({ dialect, draft }: Connection): AtOnce {
  let isRefused = !dialect.writesInWith || draft !== undefined
  return async (work) => {
    try {
      return isRefused ? undefined : await work()
    } catch (error) {
      const fault = classifyFault(dialect, error)
      if (fault === 'lost' || fault === 'retry') throw error
      // Tables of the application's own making, which may be of other types, are refused each time.
      isRefused ||= fault === 'other'
      return undefined
    }
  }
}
