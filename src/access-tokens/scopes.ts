import { AuthError } from '../errors.ts'
import { proofAsked, type SessionDemands } from '../sessions/bearer.ts'
import type { AccessTokenSettings } from './settings.ts'

/** True if a token with these scopes meets the demands. If they are those of `requireSession`, throws the reason instead of false. */
export function isAllowed(
  { defaultScopes }: Pick<AccessTokenSettings, 'defaultScopes'>,
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
  const proof = proofAsked(demands)
  if (proof) return denied(`An access token cannot meet \`${proof}\``, 'Let the person sign in.')
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
