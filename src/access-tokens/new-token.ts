import { AuthError } from '../errors.ts'
import type { NewAccessToken } from '../types/access-tokens.ts'
import type { AccessTokenSettings } from './settings.ts'

/** The facts to store for a new token. Throws if one of them is wrong. */
export function readNewToken(
  settings: AccessTokenSettings,
  { name, scopes, expires = null }: NewAccessToken,
  now: number,
): { name: string; scopes: string[]; expires: Date | null } {
  const called = String(name ?? '').trim()
  if (called === '' || called.length > 100)
    throw refused('name', 'The name of a token has 1 to 100 characters')
  const chosen = settings.scopes.filter((scope) => scopes?.includes(scope))
  if (chosen.length === 0 || chosen.length !== new Set(scopes).size)
    throw refused(
      'scopes',
      `A token has one of the scopes ${settings.scopes.join(', ')}, or several`,
    )
  // Negated to refuse an invalid date (NaN), too.
  if (expires && !(expires.getTime() > now))
    throw refused('expires', 'The end of a token is a date to come')
  return { name: called, scopes: chosen, expires }
}

function refused(field: string, message: string): AuthError {
  return new AuthError('InvalidRequest', message, { field })
}
