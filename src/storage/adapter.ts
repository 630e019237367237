import { createAdapterStorage } from '../stores/adapter/adapter-storage.ts'
import type { SqlStorage } from '../stores/sql/sql-storage.ts'
import type { Storage } from '../types/storage.ts'
import { equip } from './equip.ts'

/** Options of `fromAdapter()`. */
export interface AdapterOptions {
  /**
   * The database for what parts keep, such as passwords and recovery codes; adapters have no place for it. It gets one table, without a
   * foreign key. Items and users are then in two places: nothing changes both of them in one step.
   */
  items?: SqlStorage
}

/**
 * Any Auth.js adapter, unmodified, as a storage. Arguments have exactly the keys that adapters are made for, and what comes
 * back has the types that they promise. A method that the adapter lacks is absent here too; `requireOperation` says so when it is
 * needed. When a write fails and the row is there afterwards, somebody else was faster: that is a `StorageConflict`.
 */
export function fromAdapter(adapter: Storage, { items }: AdapterOptions = {}): Storage {
  return equip(createAdapterStorage(adapter, items))
}
