import type { Config } from '../config.ts'
import type { Context, CurrentSession } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import type { Claims } from '../crypto/seal.ts'
import type { Cookie } from '../http/cookies.ts'
import { isNumericDate } from '../services/numeric-date.ts'
import {
  startSession,
  toCurrentSession,
  toSession as toStoredSession,
  withSessions,
} from '../sessions/database-sessions.ts'
import { endedCookies, isEnded } from '../sessions/ended-sessions-cookie.ts'
import { after } from '../sessions/maybe-async.ts'
import type { Sessions } from '../sessions/session.ts'
import { runSessionCallback } from '../sessions/session-callback.ts'
import { toSession } from '../sessions/session-token.ts'
import type { JWT, Session } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'
import { isJwe, openJwe } from './jwe.ts'
import { type AuthjsCookie, clearSessionCookies, findSessionCookie } from './session-cookies.ts'

/** What is known about the sessions that Auth.js began. */
export interface Inherited {
  secrets: readonly string[]
  /** Names that the application chose, besides the usual ones. */
  cookieNames: readonly string[]
  domain: string | undefined
  /** When Auth.js began its last session, in milliseconds since 1970. */
  since: number
}

/**
 * Our sessions, and those that Auth.js began. Whoever has a cookie of ours is who it says; other cookies are looked at only where there
 * is none. They are replaced as soon as there is a response to write to, and go with every sign-in and sign-out.
 */
export function inheritSessions(own: Sessions, config: Config, inherited: Inherited): Sessions {
  const sayWhenOver = reminder(config, inherited)
  const find = (header: string, secure: boolean) =>
    findSessionCookie(header, secure, inherited.cookieNames)
  const leave = (context: Context, storage: Storage | undefined) =>
    dropCookie(context, storage, inherited, find(...headerOf(context)))
  return {
    read: (header, secure) =>
      after(own.read(header, secure), (current) => {
        sayWhenOver()
        if (current || config.cookies(secure).read(header, 'session')) return current
        const cookie = find(header, secure)
        return cookie ? readInherited(config, inherited, cookie, header, secure) : null
      }),
    async issue(context, newSession, storage) {
      const left = await leave(context, storage)
      return [...left, ...(await own.issue(context, newSession, storage))]
    },
    async renew(context, current, change) {
      if (!current.inherited) return own.renew(context, current, change)
      const clear = () => context.cookies.add(clearCookies(context, inherited))
      return replace(own, context, current, clear, change)
    },
    async exists(session, storage) {
      if (!session.sessionId.startsWith(statelessId)) return own.exists(session, storage)
      return (await storage?.getUser?.(session.userId)) !== null
    },
    async end(context) {
      context.cookies.add(await leave(context, config.storage))
      await own.end(context)
    },
  }
}

/** The id of a session that is in a token of Auth.js while ours are in the storage: no key of ours has a space. */
const statelessId = 'authjs '

function headerOf({ cookies, origin }: Context): [header: string, secure: boolean] {
  return [cookies.header, origin.startsWith('https:')]
}

/** Says once that nothing is left to inherit: nobody renews those sessions any more, so that they have ended by themselves. */
function reminder({ now, session, logger }: Config, { since }: Inherited): () => void {
  let said = false
  return () => {
    if (said || now() < since + session.maxAge * 1000) return
    said = true
    logger.warn(
      'The sessions that Auth.js began have all ended: remove `session.fromAuthjs`, and NEXTAUTH_SECRET if it is still there',
    )
  }
}

async function readInherited(
  config: Config,
  { secrets }: Inherited,
  { name, value }: AuthjsCookie,
  header: string,
  secure: boolean,
): Promise<CurrentSession | null> {
  if (!isJwe(value)) return readStored(config, value)
  const token = toToken(await openJwe(value, secrets, name))
  if (!token || token.exp * 1000 <= config.now()) return null
  if (await isEnded(config, header, secure, token.jti)) return null
  const current = { userId: token.sub, session: toSession(token), inherited, needsRenewal: true }
  if (config.session.strategy === 'cookie') return { ...current, sessionId: token.jti ?? '', token }
  const user = await config.storage?.getUser?.(token.sub)
  if (!user) return null
  const session = toStoredSession(user, { expires: new Date(token.exp * 1000) })
  return { ...current, sessionId: statelessId + token.jti, session, token, user }
}

/** Marks a session that is still in a cookie of Auth.js. */
const inherited = true as const

/** Claims that mean something here, and that Auth.js never checked. */
const ownClaims = ['auth_time', 'amr', 'session_generation', 'stored'] as const

function toToken(claims: Claims | undefined): (JWT & { sub: string; exp: number }) | undefined {
  const token: JWT = { ...claims }
  const { sub, exp, jti } = token
  if (typeof sub !== 'string' || sub === '' || !isNumericDate(exp)) return undefined
  for (const name of ownClaims) delete token[name]
  if (typeof jti !== 'string') delete token.jti
  return { ...token, sub, exp }
}

/**
 * Auth.js stores the keys of sessions as they are. One of the form that ours have is not looked for: whoever reads our database, or plants a
 * cookie, must not come in by the hash of a key.
 */
async function readStored(config: Config, key: string): Promise<CurrentSession | null> {
  const { storage, session } = config
  if (isOwnForm(key) || !storage?.getSessionAndUser) return null
  const found = await storage.getSessionAndUser(key)
  const current = found && toCurrentSession(config, found)
  if (!current) return null
  const { id, name = null, email = null, image = null } = found.user
  const token: JWT = { sub: id, name, email, picture: image }
  return {
    ...current,
    inherited,
    needsRenewal: true,
    ...(session.strategy === 'cookie' && { token }),
  }
}

/** 32 bytes in base64url, as our keys and their hashes are. */
function isOwnForm(key: string): boolean {
  return /^[\w-]{43}$/.test(key)
}

/** Begins a session of ours in place of one that Auth.js began, whose cookies are cleared with it. */
async function replace(
  own: Sessions,
  context: Context,
  current: CurrentSession,
  clear: () => void,
  change?: { session: unknown },
): Promise<Session | null> {
  const { config, request, cookies } = context
  if (config.session.strategy === 'cookie') {
    const token = { ...current.token, ...(await storedClaim(config, current)) }
    const session = await own.renew(context, { ...current, token }, change)
    await retire(config, current)
    clear()
    return session
  }
  const { user } = current
  if (!user) return null
  // Of several requests that a page sends at once, one begins the new session; the others are still answered.
  const isFirst = await config.claim(
    `authjs ${await sha256(current.sessionId)}`,
    inSeconds(config, 30),
  )
  if (!isFirst) return runSessionCallback(config, request, current, change)
  clear()
  cookies.add(await startSession(context, withSessions(config.storage), user.id, {}))
  await retire(config, current)
  const expires = inSeconds(config, config.session.maxAge)
  const session = toStoredSession(user, { expires })
  return runSessionCallback(config, request, { session, user }, change)
}

/** Whom only `authorize` knows is not in the storage, and is not missed there. Anybody else who is not has been deleted. */
async function storedClaim(
  { storage, providers }: Config,
  { userId }: CurrentSession,
): Promise<Pick<JWT, 'stored'>> {
  const vouches = [...providers.values()].some(({ method }) => method.startsAtCallback)
  return vouches && (await storage?.getUser?.(userId)) === null ? { stored: false } : {}
}

/**
 * A stored session that was replaced ends soon, and not at once: requests that are on their way still carry its key, and a response
 * may never arrive.
 */
async function retire(config: Config, { stored }: CurrentSession): Promise<void> {
  const soon = inSeconds(config, 3600)
  if (!stored || stored.expires <= soon) return
  await config.storage?.updateSession?.({ sessionToken: stored.sessionToken, expires: soon })
}

function inSeconds({ now }: Config, seconds: number): Date {
  return new Date(now() + seconds * 1000)
}

/** Ends the session of an inherited cookie, and removes the cookie. */
async function dropCookie(
  context: Context,
  storage: Storage | undefined,
  inherited: Inherited,
  cookie: AuthjsCookie | undefined,
): Promise<Cookie[]> {
  const cleared = clearCookies(context, inherited)
  if (!cookie) return cleared
  const { name, value } = cookie
  if (isJwe(value)) {
    const token = toToken(await openJwe(value, inherited.secrets, name))
    return [...cleared, ...(await endedCookies(context, token?.jti))]
  }
  if (!isOwnForm(value)) await storage?.deleteSession?.(value)
  return cleared
}

function clearCookies(
  { config, cookies, origin }: Context,
  { cookieNames, domain }: Inherited,
): Cookie[] {
  const policy = config.cookies(origin.startsWith('https:'))
  return clearSessionCookies((name) => policy.clear(cookies.header, name), cookieNames, domain)
}
