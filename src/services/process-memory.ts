import type { Claims } from './claims.ts'
import type { Windows } from './limit-windows.ts'
import type { Memo } from './memo.ts'

/**
 * The memory of one process for an application whose storage has none: tries, keys that were good once, what platforms said, and
 * which sign-ins are under way.
 */
export interface ProcessMemory {
  claims?: Claims
  windows?: Windows
  memo?: Memo
}

/** Under this name a configuration brings what others of the same application remember. */
export const processMemory: unique symbol = Symbol('portico.memory')
