import type { EnginePart } from '../identity/engine-part.ts'
import type { StorageRoutes } from '../route.ts'
import { loadOnce } from '../services/load-once.ts'
import { cookieSessionCheck } from '../sessions/cookie-session-check.ts'
import { databaseSessions } from '../sessions/database-sessions.ts'

/** The part of the engine that works on storages; applications without one do not ship it. */
export const enginePart: EnginePart & StorageRoutes = {
  databaseSessions,
  cookieSessionCheck,
  users: loadOnce(() => import('../identity/find-or-create-user.ts')),
  userManagement: loadOnce(() => import('../identity/user-management.ts')),
  routes: {
    account: loadOnce(async () => (await import('../routes/account.ts')).account),
    scopes: loadOnce(async () => (await import('../routes/scopes.ts')).scopes),
  },
}
