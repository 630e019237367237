import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import type { Awaitable, Session } from '../types/models.ts'
import type { Storage, StoredSession, StoredUser } from '../types/storage.ts'
import { after } from './after.ts'
import type { CurrentSession, NewSession, Sessions } from './session.ts'
import { runSessionCallback } from './session-callback.ts'
import { inheritedNames, isSecure, sessionCookie } from './session-cookie.ts'

/** Sessions that live in the storage; the cookie holds a random key, the storage only its hash. */
export function databaseSessions(config: Config): Omit<Sessions, 'read'> {
  const storage = withSessions(config.storage)
  return {
    issue,
    peek(cookie, secure) {
      const key = sessionCookie(config, cookie, secure)
      if (key === undefined) return null
      const found = after(storedToken(key), (token) => storage.getSessionAndUser(token))
      return after(found, (both) => both && toCurrentSession(config, both))
    },
    renew: (context, current, change) => renew(context, storage, current, change),
    end: (context) => end(context, storage),
    async exists({ userId, sessionId }, inside) {
      const found = await withSessions(inside).getSessionAndUser(sessionId)
      return found?.user.id === userId && toCurrentSession(config, found) !== null
    },
    async token(request, cookie) {
      const key = sessionCookie(config, cookie, isSecure(config, request))
      return key && (await storedToken(key))
    },
  }
}

async function issue(
  { config, cookies, header, now, request }: Context,
  { user }: NewSession,
  inside: Storage | undefined,
): Promise<string[]> {
  const storage = withSessions(inside)
  const { maxAge } = config.session
  const before = sessionCookie(config, header, isSecure(config, request))
  // A session is never carried over: whoever planted the old key must not own the new session.
  if (before) await storage.deleteSession(await storedToken(before))
  const key = random(32)
  await storage.createSession({
    sessionToken: await storedToken(key),
    userId: user.id,
    expires: new Date((now + maxAge) * 1000),
    ...(storage.listSessions && { createdAt: new Date(now * 1000) }),
    ...(storage.listSessions && lastUse(config, request)),
  })
  return [
    ...inheritedNames.flatMap((name) => cookies.clear(name, header)),
    ...cookies.set(cookies.name('session'), key, header, { maxAge }),
  ]
}

/** When, where and with what a session was used, for the list that its owner sees. */
function lastUse(
  config: Config,
  request: Request,
): Pick<StoredSession, 'lastUsedAt' | 'ip' | 'userAgent'> {
  const ip = config.clientIp(request)
  const userAgent = request.headers.get('user-agent')?.slice(0, 300)
  return {
    lastUsedAt: new Date(config.now()),
    ...(ip && { ip }),
    ...(userAgent && { userAgent }),
  }
}

/**
 * What the storage knows a session by: the hash of its key. Sessions taken over from Auth.js were stored as they are;
 * their keys are UUIDs, which ours and our hashes never are.
 */
function storedToken(key: string): Awaitable<string> {
  const inherited = key.length === 36 && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key)
  return inherited ? key : sha256(key)
}

function toCurrentSession(
  config: Config,
  { session, user }: SessionAndUser,
): CurrentSession | null {
  const now = config.now()
  const { maxAge, updateAge } = config.session
  const end = session.expires.getTime()
  if (end <= now) return null
  const needsRenewal = end - (maxAge - updateAge) * 1000 <= now
  return {
    userId: user.id,
    sessionId: session.sessionToken,
    session: toSession(user, session.expires),
    user,
    needsRenewal,
  }
}

function toSession(user: StoredUser, expires: Date): Session {
  const { id, name = null, email = null, image = null } = user
  return { user: { id, name, email, image }, expires: expires.toISOString() }
}

async function renew(
  context: Context,
  storage: SessionStorage,
  { user }: CurrentSession,
  change?: { session: unknown },
): Promise<Session | null> {
  const { config, cookies, header, outgoing, now, request } = context
  const key = sessionCookie(config, header, isSecure(config, request))
  if (!key || !user) return null
  const { maxAge } = config.session
  const expires = new Date((now + maxAge) * 1000)
  const seen = storage.listSessions && lastUse(config, request)
  await storage.updateSession({ sessionToken: await storedToken(key), expires, ...seen })
  outgoing.push(...cookies.set(cookies.name('session'), key, header, { maxAge }))
  return runSessionCallback(config, request, { session: toSession(user, expires), user }, change)
}

async function end(
  { config, request, cookies, header, outgoing }: Context,
  storage: SessionStorage,
): Promise<void> {
  const key = sessionCookie(config, header, isSecure(config, request))
  for (const name of [cookies.name('session'), ...inheritedNames]) {
    outgoing.push(...cookies.clear(name, header))
  }
  if (key) await storage.deleteSession(await storedToken(key))
}

const sessionOperations = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
] as const

type SessionAndUser = { session: StoredSession; user: StoredUser }

type SessionStorage = Storage & Required<Pick<Storage, (typeof sessionOperations)[number]>>

function withSessions(storage: Storage | undefined): SessionStorage {
  const missing = sessionOperations.find((method) => !storage || !(method in storage))
  if (storage && !missing) return storage as SessionStorage
  throw new AuthError('Configuration', `The storage cannot keep sessions: it has no ${missing}`, {
    field: 'session.strategy',
    hint: 'Use another storage, or `session: { strategy: "cookie" }`.',
  })
}
