import type { App } from '../app.ts'
import { equipment, isEquipped } from '../services/equipment.ts'
import type { CookieSessionCheck } from '../sessions/cookie-session-check.ts'
import type { Sessions } from '../sessions/session.ts'
import type { Storage } from '../types/storage.ts'

/** What the engine does with a storage. It comes with the storage, so that applications without one do not ship it. */
export interface EnginePart {
  /** Sessions that live in the storage. Not loaded later: most requests ask for one. */
  databaseSessions(app: App): Sessions
  /** Ends sessions in cookies before they expire. */
  cookieSessionCheck(app: App): CookieSessionCheck
  /** Who signs in, and how it is told to the application and the audit log. */
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
      | 'lineAbout'
    >
  >
  /** What can be asked and done about users. */
  userManagement(): Promise<Pick<typeof import('./user-management.ts'), 'createUserManagement'>>
}

/** The part of the engine that a storage brings along. The configuration refuses a storage without one. */
export function enginePart(storage: Storage | undefined): EnginePart | undefined {
  return storage && hasPart(storage) ? storage[equipment] : undefined
}

function hasPart(storage: Storage): storage is Storage & { readonly [equipment]: EnginePart } {
  return isEquipped(storage)
}
