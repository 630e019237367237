import type { Config } from '../config.ts'
import type { Context, CurrentSession } from '../context.ts'
import { random } from '../crypto/random.ts'
import type { Claims } from '../crypto/seal.ts'
import type { Cookie } from '../http/cookies.ts'
import type { JWT, Session } from '../types/models.ts'
import { after } from './after.ts'
import type { NewSession, Sessions } from './session.ts'
import { runSessionCallback } from './session-callback.ts'
import { sessionCookie, sessionPolicy } from './session-cookie.ts'

/** Sessions that live in a sealed cookie. Nothing is stored anywhere else. */
export function cookieSessions(config: Config): Sessions {
  const seal = config.seal('session')
  return {
    issue,
    renew,
    exists: async () => true,
    read(cookie, secure) {
      const sealed = sessionCookie(config, cookie, secure)
      if (sealed === undefined) return null
      return after(seal.open(sealed), (token) => toCurrentSession(config, token))
    },
    async end({ cookies }) {
      cookies.clear('session')
    },
  }
}

async function issue(context: Context, newSession: NewSession): Promise<Cookie[]> {
  const { config, request, cookies } = context
  const { user, account, profile, isNewUser, data, authTime, amr } = newSession
  const proof = { jti: random(16), auth_time: authTime, amr: [...amr] }
  const fresh: JWT = {
    sub: user.id,
    name: user.name ?? null,
    email: user.email ?? null,
    picture: user.image ?? null,
    ...proof,
  }
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
  if (token === null) return sessionPolicy(context).clear(cookies.header)
  return write(context, { ...(token ?? fresh), ...proof }, user.id)
}

/** More than this, with what else a browser sends, and many servers refuse every request. */
const maxCookieBytes = 7_000

/** Whose session it is, no callback can lose: `userId` stands in for a `sub` that was not carried over. */
async function write(context: Context, token: JWT, userId: string): Promise<Cookie[]> {
  const { config, cookies, now } = context
  const { maxAge } = config.session
  const claims = { ...token, sub: token.sub ?? userId, iat: now, exp: now + maxAge }
  const sealed = await config.seal('session').seal(claims)
  if (sealed.length > maxCookieBytes) {
    config.logger.warn(
      `The session cookie has ${sealed.length} bytes, and many servers take 8,000 in all: keep less in the jwt callback, or use a database`,
    )
  }
  return sessionPolicy(context).set(cookies.header, sealed, maxAge)
}

function toCurrentSession(config: Config, token: Claims | undefined): CurrentSession | null {
  const now = Math.floor(config.now() / 1000)
  if (!isSession(token) || token.exp <= now) return null
  const needsRenewal = token.iat + config.session.updateAge <= now
  const sessionId = token.jti ?? ''
  return { userId: token.sub, sessionId, session: toSession(token), token, needsRenewal }
}

function toSession(token: JWT): Session {
  const { sub, name = null, email = null, picture = null, exp = 0, auth_time, amr } = token
  const session: Session = {
    user: { id: String(sub), name, email, image: picture },
    expires: new Date(exp * 1000).toISOString(),
  }
  if (auth_time !== undefined) session.authTime = auth_time
  if (amr) session.amr = amr
  return session
}

async function renew(
  context: Context,
  current: CurrentSession,
  change?: { session: unknown },
): Promise<Session | null> {
  const { config, request, cookies, now } = context
  const old = current.token ?? {}
  const update = change && { trigger: 'update' as const, session: change.session }
  const { jwt } = config.callbacks
  const answer = jwt ? await jwt({ token: old, request, ...update }) : old
  const token = answer === undefined ? old : answer
  if (token === null || (await isGone(config, current))) {
    cookies.clear('session')
    return null
  }
  // Which session it is, and when and how it began, stays as it was.
  const { auth_time, amr } = old
  const proof = { ...(auth_time !== undefined && { auth_time }), ...(amr && { amr }) }
  const kept = { ...token, jti: current.sessionId, ...proof }
  cookies.add(await write(context, kept, current.userId))
  const sub = token.sub ?? current.userId
  const renewed = { ...kept, sub, exp: now + config.session.maxAge }
  return runSessionCallback(config, request, { session: toSession(renewed), token: renewed })
}

/** A deleted user's cookie is not renewed. Reading does not ask, because it must not wait for a database. */
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
