import type { Connection } from './connection.ts'
import { classifyFault } from './database-errors.ts'

/**
 * Runs as one statement of PostgreSQL what takes several otherwise. Undefined if the database is another one, or refuses: then those report
 * why.
 */
export type AtOnce = <T>(work: () => Promise<T>) => Promise<T | undefined>

/** The `AtOnce` of one connection. It gives up once the database has refused, because the application's own tables differ. */
export function createAtOnce({ dialect, draft }: Connection): AtOnce {
  let isRefused = !dialect.writesInWith || draft !== undefined
  return async (work) => {
    try {
      return isRefused ? undefined : await work()
    } catch (error) {
      const fault = classifyFault(dialect, error)
      if (fault === 'lost' || fault === 'retry') throw error
      // The application's own tables may have columns of other types, and are refused each time.
      isRefused ||= fault === 'other'
      return undefined
    }
  }
}
