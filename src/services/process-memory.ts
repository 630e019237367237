import type { Claims } from './claims.ts'
import type { Count } from './rate-limits.ts'

/** What one process remembers of an application where its storage does not: tries, and keys that were good once. */
export interface ProcessMemory {
  claims?: Claims
  count?: Count
}

/** Under this name a configuration brings what others of the same application remember. */
export const processMemory: unique symbol = Symbol('portico.memory')
