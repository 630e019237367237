import type { EnginePart } from '../identity/engine-part.ts'
import type { Route, StorageRoutes } from '../route.ts'
import { loadOnce } from '../services/load-once.ts'
import { cookieSessionCheck } from '../sessions/cookie-session-check.ts'
import { databaseSessions } from '../sessions/database-sessions.ts'
import type { StorageRoute } from './storage-route-names.ts'

/** The routes that work on storages: the account page, and asking a platform for further scopes. */
export const storageRoutes: Readonly<Record<StorageRoute, () => Promise<Route>>> = {
  account: loadOnce(async () => (await import('../routes/account.ts')).account),
  scopes: loadOnce(async () => (await import('../routes/scopes.ts')).scopes),
}

/** The part of the engine that works on storages; applications without one do not ship it. */
export const enginePart: EnginePart & StorageRoutes = {
  databaseSessions,
  cookieSessionCheck,
  users: loadOnce(() => import('../identity/find-or-create-user.ts')),
  userManagement: loadOnce(() => import('../identity/user-management.ts')),
  routes: new Map(Object.entries(storageRoutes)),
}
