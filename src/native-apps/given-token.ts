import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Finding } from '../methods/method.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import { requestedProvider } from '../route.ts'
import { loadOnce } from '../services/load-once.ts'
import { claimNonce, nonceIn, openNonce } from './nonce.ts'
import type { KnownApp } from './settings.ts'

const loadJudge = loadOnce(() => import('../methods/one-tap/method.ts'))

/** An app's request to sign in by an id token, not yet validated. */
export interface GivenToken {
  readonly provider: unknown
  readonly idToken: unknown
  readonly nonce: unknown
  readonly user: unknown
}

/** Tokens of Google and Apple have about one thousand characters. */
const maxTokenLength = 8000

const maxNameLength = 100

/**
 * Judges the id token that an app got from the platform's own library. Only a valid token uses its nonce up: other requests cannot block
 * the sign-in.
 */
export async function judgeToken(
  context: Context,
  app: KnownApp,
  { provider: id, idToken, nonce: sent, user }: GivenToken,
): Promise<Finding> {
  const clients = typeof id === 'string' ? app.idTokens.get(id) : undefined
  if (typeof id !== 'string' || !clients)
    throw new AuthError(
      'InvalidRequest',
      `The app "${app.id}" takes no id tokens of this provider`,
      {
        field: 'provider',
        hint: 'List the client ids of the app at this platform in `idTokens` of NativeApps().',
      },
    )
  // `readApps` has refused clients at a provider of another type.
  const provider = requestedProvider({ ...context, provider: id }) as ResolvedOAuth
  if (typeof idToken !== 'string' || idToken.length > maxTokenLength)
    throw new AuthError('CheckFailed', 'The id token is missing, or longer than any', {
      provider: id,
      field: 'id_token',
    })
  // A made-up token may cause a request for the platform's keys.
  return context.services.limitFailures('oauth', context.request, async () => {
    const { findByIdToken } = await loadJudge()
    const nonce = await openNonce(context, app, sent)
    const expected = await nonceIn(idToken, String(sent))
    const unsigned = nameOf(user)
    const token = { idToken, nonce: expected, clients, unsigned }
    const finding = await findByIdToken(context, provider, token)
    await claimNonce(context, nonce)
    return finding
  })
}

/** The name, which Apple tells only the app. Ignores the rest of what the app may send. */
function nameOf(user: unknown): object | undefined {
  const { firstName, lastName } = Object(Object(user).name)
  const name = { firstName: short(firstName), lastName: short(lastName) }
  return name.firstName || name.lastName ? { name } : undefined
}

function short(text: unknown): string | undefined {
  return typeof text === 'string' ? text.slice(0, maxNameLength) : undefined
}
