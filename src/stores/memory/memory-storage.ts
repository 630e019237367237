import type { Storage } from '../../types/storage.ts'
import { whileDeveloping } from '../process-wide.ts'
import { withStorableText } from '../storable-text.ts'
import { accounts } from './accounts.ts'
import { audit } from './audit.ts'
import { claims } from './claims.ts'
import { items } from './items.ts'
import { leases } from './leases.ts'
import { limits } from './limits.ts'
import { createLock } from './lock.ts'
import { passkeys } from './passkeys.ts'
import type { Write } from './records.ts'
import { sessions } from './sessions.ts'
import { createTables, draftTables, type Tables } from './tables.ts'
import { users } from './users.ts'
import { verificationTokens } from './verification-tokens.ts'

/** Options of `memory()`. */
export interface MemoryOptions {
  /** Keeps this storage apart from others: in development, those of the same name in a process share their data. */
  name?: string
  /** The most records of each kind; 100,000 by default. */
  limit?: number
  /** The time in milliseconds since 1970. */
  now?: () => number
}

/** A storage in the memory of this process. */
export function createMemoryStorage(options: MemoryOptions): Required<Storage> {
  let now = options.now ?? Date.now
  const time = () => now()
  const { name = '', limit = 100_000 } = options
  const make = () => ({ tables: createTables(limit, time), lock: createLock() })
  const { tables, lock } = options.now ? make() : whileDeveloping(`memory ${limit} ${name}`, make)
  const storage: Required<Storage> = {
    ...records(tables, lock.write, time),
    configure(settings) {
      now = options.now ?? settings.now
    },
    transaction: (work) =>
      lock.exclusive(async () => {
        const { tables: changed, commit } = draftTables(tables)
        const inside: Storage = {
          ...records(changed, async (change) => change(), time),
          transaction: (inner) => inner(inside),
        }
        const result = await work(inside)
        commit()
        return result
      }),
    // In memory, the operations that these combine are as fast.
    endSession: () => undefined,
    signInAgain: () => undefined,
    signUp: () => undefined,
    leaseAccount: () => undefined,
    endRefresh: () => undefined,
    close() {},
  }
  return withStorableText(storage)
}

function records(tables: Tables, write: Write, now: () => number) {
  return {
    ...users(tables, write),
    ...accounts(tables, write),
    ...sessions(tables, write),
    ...passkeys(tables, write),
    ...verificationTokens(tables, write),
    ...items(tables, write),
    ...claims(tables, write, now),
    ...leases(tables, write, now),
    ...limits(tables, write, now),
    ...audit(tables, write),
    sweep: () => write(() => sweepExpired(tables)),
  }
}

function sweepExpired({ sessions, tokens, items, claims, leases, windows }: Tables): number {
  return [sessions, tokens, items, claims, leases, windows].reduce(
    (gone, table) => gone + table.sweep(),
    0,
  )
}
