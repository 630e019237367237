import type { App } from '../app.ts'
import type { Context, CurrentSession } from '../context.ts'
import type { Cookie } from '../http/cookies.ts'
import { allItems } from '../identity/all-items.ts'
import { assertAnswered, type ItemsOfKind, itemsOf } from '../identity/items.ts'
import { refusalOf } from '../sessions/admission.ts'
import { askStorage } from '../sessions/ask-storage.ts'
import { toCurrentSession } from '../sessions/database-sessions.ts'
import { after } from '../sessions/maybe-async.ts'
import type { Sessions } from '../sessions/session.ts'
import { runSessionCallback } from '../sessions/session-callback.ts'
import { takeOver } from '../sessions/take-over.ts'
import type { JWT, Session } from '../types/models.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { clearCookies, findCookie, signedToken, type TheirCookie } from './cookie.ts'
import { inheritedSession, lookupOf, type SessionFacts } from './kind.ts'

/** Seconds for which a replaced session still answers: other requests of the same page are under way with the old cookie. */
const graceSeconds = 30

/** Begins the id of a session that is still in a cookie of Better Auth. Our own ids have no space. */
const mark = 'better-auth '

type Items = ItemsOfKind<SessionFacts, undefined>

/**
 * Our sessions, and those of Better Auth that the import took over. A cookie of Better Auth is read only if there is none of ours. Its
 * session is replaced as soon as there is a response to write to, and ends with every sign-in and sign-out.
 */
export function inheritSessions(own: Sessions, app: App, cookie: TheirCookie): Sessions {
  const exists: Sessions['exists'] = async (session, storage) => {
    const { sessionId, userId } = session
    if (!sessionId.startsWith(mark)) return own.exists(session, storage)
    const found = await itemsOf(app, inheritedSession, storage).findWithUser(lookupIn(sessionId))
    return found.state === 'readable' && found.user?.id === userId && !hasLeft(app, found.user)
  }
  return {
    exists,
    read: (header, secure) =>
      after(own.read(header, secure), (current) => {
        if (current || app.config.cookies(secure).read(header, 'session')) return current
        const value = findCookie(header, secure, cookie)
        return value ? askStorage(() => readInherited(app, cookie, value)) : null
      }),
    async issue(context, newSession, storage) {
      const left = await leave(context, cookie, storage)
      const write = await own.issue(context, newSession, storage)
      return async () => {
        const { cookies, ...issued } = await write()
        return { ...issued, cookies: [...left, ...cookies] }
      }
    },
    renew: (context, current, change) =>
      current.sessionId.startsWith(mark)
        ? replace(own, context, current, { cookie, exists, change })
        : own.renew(context, current, change),
    async end(context) {
      const current = await own.read(...headerOf(context))
      if (current) await forgetReplaced(itemsOf(app, inheritedSession), current.userId)
      context.cookies.add(await leave(context, cookie, context.config.storage))
      await own.end(context)
    },
  }
}

function headerOf({ cookies, origin }: Context): [header: string, secure: boolean] {
  return [cookies.header, origin.startsWith('https:')]
}

function lookupIn(sessionId: string): string {
  return sessionId.slice(mark.length)
}

/**
 * True if all sessions of the user were ended, which was after those of Better Auth began, or if the import or an operator blocked the
 * user.
 */
function hasLeft(app: App, user: StoredUser): boolean {
  return Boolean(user.sessionGeneration) || refusalOf(app, user) !== undefined
}

async function readInherited(
  app: App,
  cookie: TheirCookie,
  value: string,
): Promise<CurrentSession | null> {
  const token = await signedToken(value, cookie)
  if (!token) return null
  const lookup = await lookupOf(token)
  const found = await itemsOf(app, inheritedSession).findWithUser(lookup)
  assertAnswered(found)
  const { user } = found
  if (found.state !== 'readable' || !user || hasLeft(app, user) || !found.item.expires) return null
  const { authTime } = found.item.data
  const current = toCurrentSession(app, {
    session: {
      sessionToken: mark + lookup,
      userId: user.id,
      expires: found.item.expires,
      authTime,
    },
    user,
  })
  if (!current) return null
  const { id, name = null, email = null, image = null } = user
  const claims: JWT = { sub: id, name, email, picture: image, auth_time: authTime }
  const isInCookie = app.config.session.strategy === 'cookie'
  // Our own sessions have no row for it.
  const { stored: _, ...rest } = current
  return { ...rest, needsRenewal: true, inherited: true, ...(isInCookie && { token: claims }) }
}

interface Replacing {
  readonly cookie: TheirCookie
  readonly exists: Sessions['exists']
  readonly change: { session: unknown } | undefined
}

/** Begins a session of ours in place of one of Better Auth, whose cookies are cleared with it. */
async function replace(
  own: Sessions,
  context: Context,
  current: CurrentSession,
  { cookie, exists, change }: Replacing,
): Promise<Session | null> {
  const { config, services, request } = context
  const items = itemsOf(context, inheritedSession)
  const found = await items.find(lookupIn(current.sessionId))
  if (found.state !== 'readable') return null
  const { item } = found
  const data = { ...item.data, replaced: 1 }
  const expires = new Date(services.now() + graceSeconds * 1000)
  // When a page sends several requests at once, one begins the new session, and the others are still answered.
  const isFirst = !item.data.replaced && (await items.replace(item, { data, expires }))
  if (!isFirst) return runSessionCallback(config, request, current, change)
  const { authTime } = item.data
  const proof = { authTime }
  const session = await takeOver(own, context, current, { exists, change, proof }).catch(
    async (error: unknown) => {
      await items.replace({ ...item, version: item.version + 1 }, { data: item.data })
      throw error
    },
  )
  context.cookies.add(cleared(context, cookie))
  return session
}

/** Ends the session of this browser's cookie, and removes the cookie. */
async function leave(
  context: Context,
  cookie: TheirCookie,
  storage: Storage | undefined,
): Promise<Cookie[]> {
  const value = findCookie(...headerOf(context), cookie)
  const token = value && (await signedToken(value, cookie))
  if (token) await itemsOf(context, inheritedSession, storage).delete(await lookupOf(token))
  return cleared(context, cookie)
}

/** Deletes replaced sessions: a request that is under way with the old cookie must not outlive the sign-out. */
async function forgetReplaced(items: Items, userId: string): Promise<void> {
  for (const found of await allItems(items, userId))
    if (found.state === 'readable' && found.item.data.replaced)
      await items.delete(found.item.lookup)
}

function cleared({ config, cookies, origin }: Context, cookie: TheirCookie): Cookie[] {
  const policy = config.cookies(origin.startsWith('https:'))
  return clearCookies((name) => policy.clear(cookies.header, name), cookie)
}
