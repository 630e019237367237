import type { Claims } from './claims.ts'
import type { Windows } from './limit-windows.ts'
import type { Memo } from './memo.ts'

/** The memory of one process, for what no storage remembers: attempts, used keys, metadata of platforms, and sign-ins under way. */
export interface ProcessMemory {
  claims?: Claims
  windows?: Windows
  memo?: Memo
}

/** The key under which a configuration carries the memory that instances of the same application share. */
export const processMemory: unique symbol = Symbol('portico.memory')
