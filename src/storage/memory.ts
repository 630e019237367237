import { createMemoryStorage, type MemoryOptions } from '../stores/memory/memory-storage.ts'
import type { Storage } from '../types/storage.ts'
import { assertMemoryOptions } from './assert-options.ts'
import { equip } from './equip.ts'

export type { MemoryOptions } from '../stores/memory/memory-storage.ts'

/**
 * A complete storage in this process, for tests and demos: as strict as a database about uniqueness and transactions, bounded in size, and
 * empty after a restart. In development (NODE_ENV), storages of the same name and limit share their data, because development servers
 * evaluate modules again and again.
 */
export function memory(options: MemoryOptions = {}): Required<Storage> {
  assertMemoryOptions(options)
  return equip(createMemoryStorage(options))
}
