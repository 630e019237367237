import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import { requestedPage } from '../http/requested-page.ts'
import { splitScopes } from '../methods/oauth/scopes.ts'
import type { TokenSet } from '../types/models.ts'
import type { Who } from '../types/who.ts'
import { oauthProvider, type TokenOptions } from './access-tokens.ts'
import { isById } from './require-user.ts'
import { sealWish } from './scope-wish.ts'

/**
 * Rejects if the person has not granted all of the scopes. The error names those that are missing, and the address that asks the platform for
 * them and leads back.
 */
export async function assertGranted(
  app: App,
  { who, userId, provider: id }: { who: Who; userId: string; provider: string },
  { scope }: TokenSet,
  { scopes = [], callbackUrl }: TokenOptions,
): Promise<void> {
  const { config } = app
  const { name, dialect, authorizationParams } = oauthProvider(config, id)
  // A platform that names none granted what it was asked for (RFC 6749 §5.1).
  const granted = splitScopes(scope ?? authorizationParams.scope, dialect.scopes)
  const missing = scopes.filter((one) => !granted.includes(one))
  if (missing.length === 0) return
  // The new token takes the place of the old one, so that it must be good for the same.
  const more = await sealWish(app, { userId, provider: id, scopes: [...granted, ...missing] })
  const query = new URLSearchParams({ more })
  const back = callbackUrl ?? (isById(who) ? undefined : requestedPage(config, who))
  if (back) query.set('callbackUrl', back)
  const message = `The user has not granted ${missing.join(', ')} at ${name}`
  const error = new AuthError('ScopeMissing', message, {
    provider: id,
    scopes: missing,
    url: `${config.basePath}/scopes/${id}?${query}`,
  })
  app.services.trace(() => ({ step: 'lacking', line: `${id}: ${message}`, provider: id, error }))
  throw error
}
