import { createMemoryStorage, type MemoryOptions } from '../stores/memory/memory-storage.ts'
import type { Storage } from '../types/storage.ts'
import { assertMemoryOptions } from './assert-options.ts'
import { equip } from './equip.ts'

export type { MemoryOptions } from '../stores/memory/memory-storage.ts'

/**
 * A complete storage in this process, for tests and demos: as strict as a database about uniqueness and transactions,
 * bounded in size, and empty again after a restart. While developing (NODE_ENV is `development`), all of a name in one process are the
 * same, because development servers evaluate modules again and again.
 */
export function memory(options: MemoryOptions = {}): Required<Storage> {
  assertMemoryOptions(options)
  return equip(createMemoryStorage(options))
}
