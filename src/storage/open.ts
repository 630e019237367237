import type { EnginePart } from '../identity/engine-part.ts'
import type { StorageRoutes } from '../route.ts'
import { equipment } from '../services/equipment.ts'
import { loadOnce } from '../services/load-once.ts'
import { withStartCheck } from '../services/start-check.ts'
import { cookieSessionCheck } from '../sessions/cookie-session-check.ts'
import { databaseSessions } from '../sessions/database-sessions.ts'
import { assertAddress } from '../stores/connection-url.ts'
import { lazyStorage } from '../stores/lazy-storage.ts'
import type { KyselyInstance } from '../types/config.ts'
import type { Storage, StorageSettings } from '../types/storage.ts'
import { loadDatabase } from './load-database.ts'
import type { SqlStorage } from './sql.ts'

/** The storage of `database: …`. SQL and the driver are loaded at its first use. */
export function open(database: string | KyselyInstance): Required<Storage> {
  if (typeof database === 'string') assertAddress(database)
  const load = loadOnce(() => loadDatabase(database))
  let settings: StorageSettings | undefined
  let storage: SqlStorage | undefined
  const openReal = async () => {
    const { sql } = await (await load()).loadSql()
    storage ??= sql(database)
    if (settings) storage.configure(settings)
    return storage
  }
  const opened = {
    ...lazyStorage(openReal),
    configure(next: StorageSettings) {
      settings = next
      storage?.configure(next)
    },
    close: async () => storage?.close(),
    [equipment]: enginePartOf(load),
  }
  return withStartCheck(opened, async () => {
    const { checkDatabase } = await load()
    if (typeof database === 'string') await checkDatabase(database, openReal)
  })
}

/** The part of the engine that works on storages. The code that most requests need is here; the rest is loaded with the database's. */
function enginePartOf(load: () => ReturnType<typeof loadDatabase>): EnginePart & StorageRoutes {
  const part = async () => (await load()).enginePart
  return {
    databaseSessions,
    cookieSessionCheck,
    users: async () => (await part()).users(),
    userManagement: async () => (await part()).userManagement(),
    routes: {
      account: async () => (await part()).routes.account(),
      scopes: async () => (await part()).routes.scopes(),
    },
  }
}
