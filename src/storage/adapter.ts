import { createAdapterStorage } from '../stores/adapter/adapter-storage.ts'
import type { SqlStorage } from '../stores/sql/sql-storage.ts'
import type { Storage } from '../types/storage.ts'
import { equip } from './equip.ts'

/** Options of `fromAdapter()`. */
export interface AdapterOptions {
  /**
   * The database for what parts keep, such as passwords and recovery codes; adapters have no place for it. It gets one table, without a
   * foreign key. No transaction covers both items and users.
   */
  items?: SqlStorage
}

/**
 * Any Auth.js adapter, unmodified, as a storage. The adapter gets exactly the keys that Auth.js would pass, and its answers are converted
 * to the types that Auth.js promises. A method that it lacks is absent here too; `requireOperation` reports that when it is needed. If a
 * write fails and the row exists afterwards, another server was faster: that is a `StorageConflict`.
 */
export function fromAdapter(adapter: Storage, { items }: AdapterOptions = {}): Storage {
  return equip(createAdapterStorage(adapter, items))
}
