import type { CurrentSession } from '../context.ts'
import { AuthError } from '../errors.ts'
import { publicOrigin } from '../http/origin.ts'
import { type RequestSource, toRequest } from '../http/request-source.ts'
import { isById, requireCurrentSession } from '../identity/require-user.ts'
import { requireStorage } from '../services/require-storage.ts'
import { provenIn } from '../sessions/proof.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import { runSessionCallback, withoutSessionCallback } from '../sessions/session-callback.ts'
import type { JwtCalls } from '../types/jwt.ts'
import { issueJwt, type Statement } from './issue.ts'
import { describeRing, ringOf, rotateStored } from './key-ring.ts'
import type { JwtSettings } from './settings.ts'

/** `auth.jwt`, for one configuration. */
export function jwtCalls(settings: JwtSettings, reader: SessionReader): JwtCalls {
  const { config, services } = reader
  return {
    jwt: {
      async issue(who, wish) {
        if (isById(who)) {
          const user = await requireStorage(config).getUser?.(who.userId)
          if (!user) throw new AuthError('NotFound', 'There is no such user', { field: 'who' })
          return issueJwt(reader, settings, { user, issuer: issuerOf(settings, reader) }, wish)
        }
        const current = await requireWhole(reader, who)
        const { userId, sessionId } = current
        const request = toRequest(who, publicOrigin(config, who))
        const session = await runSessionCallback(config, request, current)
        if (!session) throw new AuthError('SessionRequired', 'Nobody is signed in')
        const { authTime, amr } = provenIn(current)
        const user = { ...session.user, id: userId }
        const issuer = issuerOf(settings, reader, who)
        const statement = { user, session, issuer, sessionId, authTime, amr, ...actorIn(current) }
        return issueJwt(reader, settings, statement, wish)
      },

      keys: async () => describeRing(await ringOf(reader, settings), services.now()),

      async rotate({ now = false } = {}) {
        if (settings.written.length > 0) throw inEnvironment()
        return rotateStored(reader, { now })
      },
    },
  }
}

/** The operator who acts as the user, and until when they may. */
function actorIn({ session: { actor, expires } }: CurrentSession): Pick<Statement, 'actor'> {
  return actor ? { actor: { id: actor.id, until: Date.parse(expires) } } : {}
}

/** A session without scopes: by a token, one with scopes would get rid of them. */
async function requireWhole(reader: SessionReader, source: RequestSource): Promise<CurrentSession> {
  const current = await requireCurrentSession(withoutSessionCallback(reader), source, {})
  if (!current.session.scopes) return current
  throw new AuthError('AccessDenied', 'An access token gets no token for other services', {
    field: 'scopes',
    hint: 'Let the service ask your application, or let the person sign in.',
  })
}

/** The issuer: as configured, or the address of the routes. */
export function issuerOf(
  { issuer }: JwtSettings,
  { config }: Pick<SessionReader, 'config'>,
  source?: RequestSource,
): string {
  const origin = source ? publicOrigin(config, source) : config.origin
  if (issuer ?? origin) return issuer ?? origin + config.basePath
  throw new AuthError('Configuration', 'Without a request, the issuer of the token is unknown', {
    field: 'url',
    hint: 'Set AUTH_URL, or pass `issuer` to Jwt().',
  })
}

function inEnvironment(): AuthError {
  return new AuthError('Unsupported', 'The keys are in the environment', {
    field: 'AUTH_JWT_KEY',
    hint: 'Add a new one as AUTH_JWT_KEY_1, and swap both an hour later: npx porticojs keys --print makes it.',
  })
}
