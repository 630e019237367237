import type { App } from '../app.ts'
import type { AuthError } from '../errors.ts'
import type { StoredUser } from '../types/storage.ts'

/** The reason of a part why this user may have no session; undefined if none has any. */
export function refusalOf(app: App, user: Partial<StoredUser>): AuthError | undefined {
  for (const { refuses } of app.config.parts) {
    // `Part` of porticojs/method tells the compiler what it takes and returns.
    const refusal = refuses?.(app as never, user as never)
    if (refusal) return refusal as AuthError
  }
  return undefined
}

/** Refuses to begin a session for whoever may have none. */
export function assertAdmitted(app: App, user: Partial<StoredUser>): void {
  const refusal = refusalOf(app, user)
  if (refusal) throw refusal
}
