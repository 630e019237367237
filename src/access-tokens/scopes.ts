import { AuthError } from '../errors.ts'
import type { SessionDemands } from '../sessions/bearer.ts'
import type { AccessTokenSettings } from './settings.ts'

/** Options that ask nothing of whoever sent the request. */
const harmless: readonly string[] = ['scopes', 'required', 'response', 'callbackUrl', 'sameOrigin']

/** Says whether a token may do what is asked. For code that requires a session, a refusal is thrown with its reason. */
export function isAllowed(
  { defaultScopes }: AccessTokenSettings,
  scopes: readonly string[],
  demands: SessionDemands,
): boolean {
  const refusal = refuse(demands.scopes ?? defaultScopes, scopes, demands)
  if (refusal && demands.required) throw refusal
  return !refusal
}

function refuse(
  needed: readonly string[] | undefined,
  scopes: readonly string[],
  demands: SessionDemands,
): AuthError | undefined {
  // A recent sign-in, a second step, and whatever is asked for one day: a token has none of it.
  const proof = Object.entries(demands).find(
    ([name, value]) => value !== undefined && !harmless.includes(name),
  )
  if (proof) return denied(`An access token cannot meet \`${proof[0]}\``, 'Let the person sign in.')
  if (!needed)
    return denied(
      'Access tokens are not accepted here',
      "To let them in, name what they need: requireSession(request, { scopes: ['…'] }).",
    )
  const missing = needed.find((scope) => !scopes.includes(scope))
  if (missing === undefined) return undefined
  return denied(`The access token lacks the scope "${missing}"`, 'Make a token that has it.')
}

function denied(message: string, hint: string): AuthError {
  return new AuthError('AccessDenied', message, { field: 'scopes', hint })
}
