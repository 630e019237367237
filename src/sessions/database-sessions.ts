import type { App } from '../app.ts'
import type { Context, CurrentSession } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import type { Cookie } from '../http/cookies.ts'
import type { Session } from '../types/models.ts'
import type { AuditEntry, Storage, StoredSession, StoredUser } from '../types/storage.ts'
import { assertAdmitted } from './admission.ts'
import { askStorage } from './ask-storage.ts'
import { beginsBrief, rulesOf, secondsLeft } from './lifetime.ts'
import { after } from './maybe-async.ts'
import { sessionCookie, sessionPolicy } from './read-session-cookie.ts'
import type { NewSession, PreparedSession, Sessions, Write } from './session.ts'
import { runSessionCallback } from './session-callback.ts'
import { readSignInCookie, signInCookie } from './sign-in-cookie.ts'

/** Sessions that live in the storage; the cookie holds a random key, the storage only its hash. */
export function databaseSessions(app: App): Sessions {
  const storage = withSessions(app.config.storage)
  // Auth.js's tables do not tell when somebody signed in.
  const knowsSignIns = storage.listSessions !== undefined
  return {
    issue,
    prepare: (context, proof) => prepare(context, storage, proof),
    read(cookie, secure) {
      const key = sessionCookie(app.config, cookie, secure)
      if (key === undefined) return null
      const found = after(sha256(key), (token) =>
        askStorage(() => storage.getSessionAndUser(token)),
      )
      return after(found, (both) => {
        const known = both && !knowsSignIns ? withBeginning(both, key) : both
        const current = known && toCurrentSession(app, known, isBrief(key))
        if (knowsSignIns || !current?.stored) return current
        const { stored, sessionId } = current
        return after(readSignInCookie(app, cookie, secure, sessionId), (proof) =>
          proof ? { ...current, stored: { ...stored, ...proof } } : current,
        )
      })
    },
    renew: (context, current, change) => renew(context, storage, current, change),
    end: (context) => end(context, storage),
    endAtOnce: (context, line) => endAtOnce(context, storage, line),
    async exists({ userId, sessionId }, inside) {
      const found = await withSessions(inside).getSessionAndUser(sessionId)
      return found?.user.id === userId && toCurrentSession(app, found) !== null
    },
  }
}

/** The end of a key whose session is not remembered. Nobody can take it off: the key would be another one. */
const briefMark = '.'

function isBrief(key: string | undefined): boolean {
  return key?.endsWith(briefMark) ?? false
}

/** The session with its beginning, which Auth.js's tables have no column for. The key says it: a changed one would be another key. */
function withBeginning({ session, user }: SessionAndUser, key: string): SessionAndUser {
  const seconds = Number.parseInt(key.split('.')[1] ?? '', 36)
  return { session: { ...session, ...(seconds && { createdAt: new Date(seconds * 1000) }) }, user }
}

/** The key in this request's session cookie. */
function sessionKey({ config, origin, cookies }: Context): string | undefined {
  return sessionCookie(config, cookies.header, origin.startsWith('https:'))
}

async function issue(
  context: Context,
  { user, authTime, amr }: NewSession,
  inside: Storage | undefined,
): Promise<Write> {
  const storage = withSessions(inside)
  assertAdmitted(context, user)
  const { session, replaces, cookies } = await prepare(context, storage, { authTime, amr })
  if (replaces) await storage.deleteSession(replaces)
  await storage.createSession({ ...session, userId: user.id })
  return async () => ({ cookies, userId: user.id })
}

/** A new session, and the one of this browser that it replaces. */
async function prepare(
  context: Context,
  storage: SessionStorage,
  { authTime, amr }: Pick<NewSession, 'authTime' | 'amr'>,
): Promise<PreparedSession> {
  const before = sessionKey(context)
  const proof = { ...(authTime && { authTime }), amr: amr.join(' ') }
  return {
    ...(await newSession(context, storage, proof)),
    // A session is never carried over: whoever planted the old key must not own the new session.
    ...(before && { replaces: await sha256(before) }),
  }
}

/**
 * Stores a session under the hash of a new key in place of one that `exists` knows, and returns the key's cookies; undefined if that one
 * has ended. The user is locked: whatever ends all sessions at the same moment has ended the one before, or ends the new one. `proof`
 * says when and how the person came in.
 */
export function startSession(
  context: Context,
  before: Pick<CurrentSession, 'userId' | 'sessionId'>,
  exists: Sessions['exists'],
  proof: Pick<StoredSession, 'authTime' | 'amr'>,
): Promise<Cookie[] | undefined> {
  const storage = withSessions(context.config.storage)
  const { userId } = before
  const work = async (inside: Storage) => {
    await inside.lockUser?.(userId)
    if (!(await exists(before, inside))) return undefined
    const { session, cookies } = await newSession(context, storage, proof)
    await inside.createSession?.({ ...session, userId })
    return cookies
  }
  return storage.transaction?.(work) ?? work(storage)
}

/** A session under the hash of a new key, and the key's cookies. */
async function newSession(
  context: Context,
  storage: SessionStorage,
  proof: Pick<StoredSession, 'authTime' | 'amr'>,
): Promise<PreparedSession> {
  const { config, cookies, now, request } = context
  const brief = beginsBrief(context, isBrief(sessionKey(context)))
  const maxAge = secondsLeft(rulesOf(config.session, brief), now, now)
  const begun = storage.listSessions ? '' : `.${now.toString(36)}`
  const key = random(32) + begun + (brief ? briefMark : '')
  const sessionToken = await sha256(key)
  const session = {
    sessionToken,
    expires: new Date((now + maxAge) * 1000),
    // Auth.js's tables have no columns for the rest.
    ...(storage.listSessions && {
      ...proof,
      createdAt: new Date(now * 1000),
      ...lastUse(context, request),
    }),
  }
  const own = sessionPolicy(context).set(cookies.header, key, brief ? undefined : maxAge)
  if (storage.listSessions || !proof.authTime) return { session, cookies: own }
  return { session, cookies: [...own, ...(await signInCookie(context, sessionToken, proof))] }
}

/** The time, address and browser of a session's last use, for the list that its owner sees. */
function lastUse(
  { services }: App,
  request: Request,
): Pick<StoredSession, 'lastUsedAt' | 'ip' | 'userAgent'> {
  const ip = services.clientIp(request)
  const userAgent = request.headers.get('user-agent')?.slice(0, 300)
  return {
    lastUsedAt: new Date(services.now()),
    ...(ip && { ip }),
    ...(userAgent && { userAgent }),
  }
}

/** A stored session that has not expired, and its user. */
export function toCurrentSession(
  { config, services }: App,
  { session, user }: SessionAndUser,
  brief = false,
): CurrentSession | null {
  const now = services.now()
  const { absoluteMaxAge, maxAge, updateAge } = rulesOf(config.session, brief)
  const end = session.expires.getTime()
  const start = session.createdAt?.getTime() ?? now
  // A date that is none would never come.
  if (!(end > now && start + absoluteMaxAge * 1000 > now)) return null
  const lastRenewal = session.lastUsedAt?.getTime() ?? end - maxAge * 1000
  return {
    userId: user.id,
    sessionId: session.sessionToken,
    session: toSession(user, session),
    stored: session,
    user,
    needsRenewal: lastRenewal + updateAge * 1000 <= now,
  }
}

/** The public session of a stored one. */
export function toSession(
  user: StoredUser,
  { expires, authTime = 0, amr }: Pick<StoredSession, 'expires' | 'authTime' | 'amr'>,
): Session {
  const { id, name = null, email = null, image = null } = user
  return {
    user: { id, name, email, image },
    expires: expires.toISOString(),
    authTime,
    amr: amr ? amr.split(' ') : [],
  }
}

async function renew(
  context: Context,
  storage: SessionStorage,
  { user, stored, sessionId }: CurrentSession,
  change?: { session: unknown },
): Promise<Session | null> {
  const { config, cookies, now, request } = context
  const key = sessionKey(context)
  if (!key || !user || !stored) return null
  const start = (stored.createdAt?.getTime() ?? now * 1000) / 1000
  const brief = isBrief(key)
  const maxAge = Math.floor(secondsLeft(rulesOf(config.session, brief), now, start))
  const expires = new Date((now + maxAge) * 1000)
  const seen = storage.listSessions && lastUse(context, request)
  const updated = await storage.updateSession({ sessionToken: sessionId, expires, ...seen })
  // It ended while this request was on its way: its key is dead, and the browser need not keep it.
  if (updated === null) {
    cookies.add(sessionPolicy(context).clear(cookies.header))
    return null
  }
  cookies.add(sessionPolicy(context).set(cookies.header, key, brief ? undefined : maxAge))
  const session = toSession(user, { ...stored, expires })
  return runSessionCallback(config, request, { session, user }, change)
}

async function end(context: Context, storage: SessionStorage): Promise<void> {
  const key = sessionKey(context)
  context.cookies.add(sessionPolicy(context).clear(context.cookies.header))
  if (key) await storage.deleteSession(await sha256(key))
}

async function endAtOnce(
  context: Context,
  storage: SessionStorage,
  line: AuditEntry,
): Promise<boolean> {
  const key = sessionKey(context)
  if (!key || !storage.endSession) return false
  if (!(await storage.endSession(await sha256(key), line))) return false
  context.cookies.add(sessionPolicy(context).clear(context.cookies.header))
  return true
}

const sessionOperations = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
] as const

type SessionAndUser = { session: StoredSession; user: StoredUser }

/** A storage that can keep sessions. */
export type SessionStorage = Storage & Required<Pick<Storage, (typeof sessionOperations)[number]>>

/** The storage, if it can keep sessions; otherwise the configuration is wrong. */
export function withSessions(storage: Storage | undefined): SessionStorage {
  const missing = sessionOperations.find((method) => !storage || !(method in storage))
  if (storage && !missing) return storage as SessionStorage
  throw new AuthError('Configuration', `The storage cannot keep sessions: it has no ${missing}`, {
    field: 'session.strategy',
    hint: 'Use another storage, or `session: { strategy: "cookie" }`.',
  })
}
