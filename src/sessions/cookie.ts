import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { random } from '../crypto/random.ts'
import type { Claims } from '../crypto/seal.ts'
import type { JWT, Session } from '../types/models.ts'
import { after } from './after.ts'
import type { CurrentSession, NewSession, Sessions } from './session.ts'
import { runSessionCallback } from './session-callback.ts'
import { sessionCookie } from './session-cookie.ts'

/** Sessions that live in a sealed cookie. Nothing is stored anywhere else. */
export function cookieSessions(config: Config): Omit<Sessions, 'read'> {
  const seal = config.seal('session')
  return {
    issue,
    renew,
    exists: async () => true,
    peek(cookie, secure) {
      const sealed = sessionCookie(config, cookie, secure)
      if (sealed === undefined) return null
      return after(seal.open(sealed), (token) => toCurrentSession(config, token))
    },
    async end({ cookies, header, outgoing }) {
      outgoing.push(...cookies.clear(cookies.name('session'), header))
    },
  }
}

async function issue(context: Context, newSession: NewSession): Promise<string[]> {
  const { config, request } = context
  const { user, account, profile, isNewUser, data } = newSession
  const fresh = {
    sub: user.id,
    name: user.name ?? null,
    email: user.email ?? null,
    picture: user.image ?? null,
    jti: random(16),
  } satisfies JWT
  const token = await config.callbacks.jwt?.({
    token: fresh,
    user,
    account,
    trigger: isNewUser ? 'signUp' : 'signIn',
    isNewUser,
    request,
    ...(profile && { profile }),
    ...(data !== undefined && { data }),
  })
  // The application wants no session; the one before, if any, is not this person's.
  if (token === null) return context.cookies.clear(context.cookies.name('session'), context.header)
  return write(context, { ...(token ?? fresh), jti: fresh.jti }, user.id)
}

/** More than this, with what else a browser sends, and many servers refuse every request. */
const maxCookieBytes = 7_000

/** Whose session it is, no callback can lose: `userId` stands in for a `sub` that was not carried over. */
async function write(
  { config, cookies, header, now }: Context,
  token: JWT,
  userId: string,
): Promise<string[]> {
  const { maxAge } = config.session
  const claims = { ...token, sub: token.sub ?? userId, iat: now, exp: now + maxAge }
  const sealed = await config.seal('session').seal(claims)
  if (sealed.length > maxCookieBytes) {
    config.logger.warn(
      `The session cookie has ${sealed.length} bytes, and many servers take 8,000 in all: keep less in the jwt callback, or use a database`,
    )
  }
  return cookies.set(cookies.name('session'), sealed, header, { maxAge })
}

function toCurrentSession(config: Config, token: Claims | undefined): CurrentSession | null {
  const now = Math.floor(config.now() / 1000)
  if (!isSession(token) || token.exp <= now) return null
  const needsRenewal = token.iat + config.session.updateAge <= now
  const sessionId = token.jti ?? ''
  return { userId: token.sub, sessionId, session: toSession(token), token, needsRenewal }
}

function toSession({ sub, name = null, email = null, picture = null, exp = 0 }: JWT): Session {
  return {
    user: { id: String(sub), name, email, image: picture },
    expires: new Date(exp * 1000).toISOString(),
  }
}

async function renew(
  context: Context,
  current: CurrentSession,
  change?: { session: unknown },
): Promise<Session | null> {
  const { config, request, cookies, header, outgoing, now } = context
  const old = current.token ?? {}
  const wish = change && { trigger: 'update' as const, session: change.session }
  const { jwt } = config.callbacks
  const answer = jwt ? await jwt({ token: old, request, ...wish }) : old
  const token = answer === undefined ? old : answer
  if (token === null || (await isGone(config, current))) {
    outgoing.push(...cookies.clear(cookies.name('session'), header))
    return null
  }
  const kept = { ...token, jti: current.sessionId }
  outgoing.push(...(await write(context, kept, current.userId)))
  const sub = token.sub ?? current.userId
  const renewed = { ...kept, sub, exp: now + config.session.maxAge }
  return runSessionCallback(config, request, { session: toSession(renewed), token: renewed })
}

/** A deleted user's cookie is not prolonged. Reading does not ask, because it must not wait for a database. */
async function isGone({ storage }: Config, { userId }: CurrentSession): Promise<boolean> {
  return (await storage?.getUser?.(userId)) === null
}

function isSession(
  claims: Claims | undefined,
): claims is JWT & { iat: number; exp: number; sub: string } {
  return (
    typeof claims?.sub === 'string' &&
    typeof claims.exp === 'number' &&
    typeof claims.iat === 'number'
  )
}
