import type { Storage } from '../types/storage.ts'
import { accounts } from './memory/accounts.ts'
import { createLock } from './memory/lock.ts'
import { moments } from './memory/moments.ts'
import type { Write } from './memory/records.ts'
import { createShelves, draftShelves, type Shelves } from './memory/shelves.ts'
import { users } from './memory/users.ts'
import { visits } from './memory/visits.ts'

/** How `memory()` behaves. */
export interface MemoryOptions {
  /** The most it keeps of each kind of thing. */
  limit?: number
  /** The time in milliseconds since 1970. */
  now?: () => number
}

/**
 * A complete storage in this process, for tests and demos: as strict as a database about uniqueness and transactions,
 * bounded in size, and empty again after a restart.
 */
export function memory(options: MemoryOptions = {}): Required<Storage> {
  let now = options.now ?? Date.now
  const time = () => now()
  const shelves = createShelves(options.limit ?? 100_000, time)
  const lock = createLock()
  const storage: Required<Storage> = {
    ...records(shelves, lock.write, time),
    configure(settings) {
      now = options.now ?? settings.now
    },
    transaction: (work) =>
      lock.exclusive(async () => {
        const { shelves: changed, commit } = draftShelves(shelves)
        const inside: Storage = {
          ...records(changed, async (change) => change(), time),
          transaction: (inner) => inner(inside),
        }
        const result = await work(inside)
        commit()
        return result
      }),
    close() {},
  }
  return storage
}

function records(shelves: Shelves, write: Write, now: () => number) {
  return {
    ...users(shelves, write),
    ...accounts(shelves, write),
    ...visits(shelves, write),
    ...moments(shelves, write, now),
  }
}
