import type { EnginePart } from '../identity/engine-part.ts'
import type { StorageRoutes } from '../route.ts'
import { equipment, isEquipped } from '../services/equipment.ts'
import { loadOnce } from '../services/load-once.ts'
import { cookieSessionCheck } from '../sessions/cookie-session-check.ts'
import { databaseSessions } from '../sessions/database-sessions.ts'
import type { Storage } from '../types/storage.ts'

/** The part of the engine that works on storages; applications without one do not ship it. */
const enginePart: EnginePart & StorageRoutes = {
  databaseSessions,
  cookieSessionCheck,
  users: loadOnce(() => import('../identity/find-or-create-user.ts')),
  userManagement: loadOnce(() => import('../identity/user-management.ts')),
  routes: new Map([
    ['account', loadOnce(async () => (await import('../routes/account.ts')).account)],
  ]),
}

/** A storage together with the part of the engine that works on it. */
export function equip<S extends Storage>(storage: S): S {
  return isEquipped(storage) ? storage : { ...storage, [equipment]: enginePart }
}
