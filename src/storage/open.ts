import type { KyselyInstance } from '../types/config.ts'
import type { Storage, StorageSettings } from '../types/storage.ts'
import { assertAddress } from './connection-url.ts'
import { engine } from './engine-part.ts'
import { lazyStorage } from './lazy-storage.ts'
import type { SqlStorage } from './sql.ts'

/** The storage of `database: …`. Kysely and the driver are loaded at its first use. */
export function open(database: string | KyselyInstance): Required<Storage> {
  if (typeof database === 'string') assertAddress(database)
  let settings: StorageSettings | undefined
  let storage: SqlStorage | undefined
  return {
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
    engine,
  }
}
