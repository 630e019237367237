import type { Claims } from './claims.ts'
import type { Failures } from './failure-limits.ts'
import type { Memo } from './memo.ts'
import type { Count } from './rate-limits.ts'

/**
 * The memory of one process for an application whose storage has none: tries, keys that were good once, what platforms said, and
 * which sign-ins are under way.
 */
export interface ProcessMemory {
  claims?: Claims
  count?: Count
  memo?: Memo
  failures?: Failures
}

/** Under this name a configuration brings what others of the same application remember. */
export const processMemory: unique symbol = Symbol('portico.memory')
