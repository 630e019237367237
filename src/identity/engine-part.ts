import type { App } from '../app.ts'
import { equipment, isEquipped } from '../services/equipment.ts'
import type { CookieSessionCheck } from '../sessions/cookie-session-check.ts'
import type { Sessions } from '../sessions/session.ts'
import type { Storage } from '../types/storage.ts'

/** The code of the engine that needs a storage. It comes with the storage: applications without one do not ship it. */
export interface EnginePart {
  /** Sessions that live in the storage. Not loaded later: most requests ask for one. */
  databaseSessions(app: App): Sessions
  /** Ends sessions in cookies before they expire. */
  cookieSessionCheck(app: App): CookieSessionCheck
  /** Finds and creates users, and tells the application and the audit log about it. */
  users(): Promise<
    Pick<
      typeof import('./find-or-create-user.ts'),
      | 'findUser'
      | 'findOrCreateUser'
      | 'foresee'
      | 'announce'
      | 'assertMayLink'
      | 'auditSignIn'
      | 'record'
      | 'sameAnswer'
      | 'lineAbout'
    >
  >
  /** Answers questions about users, and changes them. */
  userManagement(): Promise<Pick<typeof import('./user-management.ts'), 'createUserManagement'>>
}

/** The part of the engine that a storage brings along. The configuration refuses a storage without one. */
export function enginePart(storage: Storage | undefined): EnginePart | undefined {
  return storage && hasPart(storage) ? storage[equipment] : undefined
}

function hasPart(storage: Storage): storage is Storage & { readonly [equipment]: EnginePart } {
  return isEquipped(storage)
}
