import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import type { StoredUser } from '../types/storage.ts'

/** True if a user is blocked at a moment, in milliseconds since 1970. An end that cannot be read never comes. */
function isBlocked({ signInBlock: block }: Partial<StoredUser>, now: number): boolean {
  return block != null && (block.until == null || !(Date.parse(block.until) <= now))
}

/** Refuses whoever is blocked. They have proven by then who they are: strangers learn nothing. They do not learn the reason either. */
export function refuses(
  { config, services }: App,
  user: Partial<StoredUser>,
): AuthError | undefined {
  if (!isBlocked(user, services.now())) return undefined
  return new AuthError('AccessDenied', 'The user is blocked', {
    reason: 'blocked',
    hint: 'auth.users.unblock(id) lets them in again.',
    ...(!config.pages.signIn && { url: `${config.basePath}/blocked` }),
  })
}
