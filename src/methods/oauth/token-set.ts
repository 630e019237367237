import { AuthError } from '../../errors.ts'
import type { TokenSet } from '../../types/models.ts'
import type { Answer } from './platform-response.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** The tokens of a judged answer, with the moments at which they expire. */
export function toTokenSet(provider: ResolvedOAuth, answer: Answer, now: number): TokenSet {
  const tokens: TokenSet = { ...answer }
  // RFC 6749, appendix A.12. Anything else breaks the header that carries it, and the error would quote it.
  if (typeof tokens.access_token !== 'string' || !/^[ -~]+$/.test(tokens.access_token)) {
    throw new AuthError('PlatformError', `${provider.name} sent no usable access token`, {
      provider: provider.id,
    })
  }
  const lifetime = readSeconds(tokens.expires_in, maxLifetimeSeconds)
  if (lifetime !== undefined) tokens.expires_in = lifetime
  const refreshLifetime = answer[provider.dialect.token?.refreshExpiresIn ?? '']
  const { expires_at, refresh_expires_at, ...rest } = tokens
  return {
    ...rest,
    ...moment('expires_at', now, lifetime, expires_at),
    ...moment(
      'refresh_expires_at',
      now,
      readSeconds(refreshLifetime, maxLifetimeSeconds),
      refresh_expires_at,
    ),
  }
}

/** A moment of expiry: from the lifetime, else as the platform says it, which may be anything, even a date in words. */
function moment(
  name: 'expires_at' | 'refresh_expires_at',
  now: number,
  lifetime: number | undefined,
  said: unknown,
): TokenSet {
  const at = lifetime === undefined ? readSeconds(said, now + maxLifetimeSeconds) : now + lifetime
  return at === undefined ? {} : { [name]: at }
}

/** Ten years. Storages keep whole seconds, many of them in 32 bits. */
const maxLifetimeSeconds = 315_360_000

/** Whole seconds, from 0 to the most that makes sense; undefined for what is no number. */
function readSeconds(value: unknown, most: number): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  const seconds = isNumber ? Number(value) : Number.NaN
  return Number.isNaN(seconds) ? undefined : Math.floor(Math.min(Math.max(seconds, 0), most))
}
