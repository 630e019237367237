import type { Config } from '../config.ts'
import type { Context, CurrentSession } from '../context.ts'
import { random } from '../crypto/random.ts'
import type { Claims } from '../crypto/seal.ts'
import type { Cookie } from '../http/cookies.ts'
import type { JWT, Session } from '../types/models.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { endedCookies, isEnded } from './ended-sessions-cookie.ts'
import { after } from './maybe-async.ts'
import { sessionCookie, sessionPolicy } from './read-session-cookie.ts'
import type { NewSession, Sessions } from './session.ts'
import { runSessionCallback } from './session-callback.ts'

/** Sessions that live in a sealed cookie. Nothing is stored anywhere else. */
export function cookieSessions(config: Config): Sessions {
  const seal = config.seal('session')
  return {
    issue,
    renew,
    async exists({ userId, sessionId }, storage) {
      const user = await storage?.getUser?.(userId)
      return !user || isOfGeneration(user, sessionGeneration(sessionId))
    },
    read(cookie, secure) {
      const sealed = sessionCookie(config, cookie, secure)
      if (sealed === undefined) return null
      return after(seal.open(sealed), (token) => {
        const current = toCurrentSession(config, token)
        if (!current) return null
        const ended = isEnded(config, cookie, secure, current.token?.jti)
        return after(ended, (over) => (over ? null : current))
      })
    },
    async end(context) {
      const { cookies } = context
      cookies.add(await endedCookies(context, await presentId(context)))
      cookies.clear('session')
    },
  }
}

/** The id of the session in this request, whatever became of its user. */
async function presentId({ config, cookies, origin }: Context): Promise<string | undefined> {
  const sealed = sessionCookie(config, cookies.header, origin.startsWith('https:'))
  const token = sealed === undefined ? undefined : await config.seal('session').open(sealed)
  return isSession(token) ? token.jti : undefined
}

/**
 * The id of a session tells its generation too, so that a request that comes without the cookie can be checked. Both parts are
 * base64url.
 */
function sessionId({ jti = '', session_generation: generation }: JWT): string {
  return generation ? `${jti}.${generation}` : jti
}

function sessionGeneration(id: string): string | undefined {
  return id.split('.')[1]
}

/** Whether a session began after all sessions of its user were ended the last time. */
function isOfGeneration(user: StoredUser, generation: unknown): boolean {
  return (user.sessionGeneration ?? undefined) === generation
}

async function issue(
  context: Context,
  newSession: NewSession,
  storage: Storage | undefined,
): Promise<Cookie[]> {
  const { config, request, cookies } = context
  const { user, account, profile, isNewUser, data, authTime, amr } = newSession
  const proof = {
    jti: random(16),
    ...(authTime && { auth_time: authTime }),
    amr: [...amr],
    ...(await storedClaims(config, user, storage)),
  }
  const fresh: JWT = {
    sub: user.id,
    name: user.name ?? null,
    email: user.email ?? null,
    picture: portable(user.image ?? null),
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
  // A renewal of the session before may still be on its way.
  const ended = await endedCookies(context, await presentId(context))
  if (token === null) return [...ended, ...sessionPolicy(context).set(cookies.header, '', 0)]
  return [...ended, ...(await write(context, { ...(token ?? fresh), ...proof }, user.id))]
}

/** What the storage will be asked about at a renewal. Users whom only `authorize` knows are not there, and are not missed. */
async function storedClaims(
  config: Config,
  user: NewSession['user'],
  storage: Storage | undefined,
): Promise<Pick<JWT, 'session_generation' | 'stored'>> {
  const stored = storage ? user : await config.storage?.getUser?.(user.id)
  if (stored === null) return { stored: false }
  const generation = stored?.sessionGeneration
  return generation ? { session_generation: generation } : {}
}

/** A picture that is written out in its address is left behind where it would fill the cookie; nobody is kept out for its sake. */
function portable(picture: string | null): string | null {
  return picture?.startsWith('data:') && picture.length > maxPictureLength ? null : picture
}

const maxPictureLength = 4_000

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
  const session = toSession(token)
  return { userId: token.sub, sessionId: sessionId(token), session, token, needsRenewal }
}

/** What a token says as a session. */
export function toSession(token: JWT): Session {
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
  if (token === null || (await isOver(config, current))) {
    cookies.clear('session')
    return null
  }
  // Which session it is, and when and how it began, stays as it was.
  const { jti = '', auth_time, amr, session_generation, stored } = old
  const proof = { ...(auth_time !== undefined && { auth_time }), ...(amr && { amr }) }
  const kept = {
    ...token,
    jti,
    ...proof,
    ...(session_generation !== undefined && { session_generation }),
    ...(stored !== undefined && { stored }),
  }
  cookies.add(await write(context, kept, current.userId))
  const sub = token.sub ?? current.userId
  const renewed = { ...kept, sub, exp: now + config.session.maxAge }
  return runSessionCallback(config, request, { session: toSession(renewed), token: renewed })
}

/**
 * The cookie of a user who was deleted, or whose sessions were all ended, is not renewed. Reading does not ask, because it must not wait
 * for a database.
 */
async function isOver({ storage }: Config, { userId, token }: CurrentSession): Promise<boolean> {
  if (token?.stored === false) return false
  const user = await storage?.getUser?.(userId)
  return user === null || (user !== undefined && !isOfGeneration(user, token?.session_generation))
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
