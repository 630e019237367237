import { assertAddress } from '../stores/connection-url.ts'
import { lazyStorage } from '../stores/lazy-storage.ts'
import type { KyselyInstance } from '../types/config.ts'
import type { Storage, StorageSettings } from '../types/storage.ts'
import { equip } from './equip.ts'
import type { SqlStorage } from './sql.ts'

/** The storage of `database: …`. Kysely and the driver are loaded at its first use. */
export function open(database: string | KyselyInstance): Required<Storage> {
  if (typeof database === 'string') assertAddress(database)
  let settings: StorageSettings | undefined
  let storage: SqlStorage | undefined
  return equip({
    ...lazyStorage(async () => {
      const { sql } = await import('./sql.ts')
      storage ??= sql(database)
      if (settings) storage.configure(settings)
      return storage
    }),
    configure(next) {
      settings = next
      storage?.configure(next)
    },
    close: async () => storage?.close(),
  })
}
