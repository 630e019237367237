import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Context, CurrentSession } from '../context.ts'
import type { Cookie } from '../http/cookies.ts'
import { askStorage } from '../sessions/ask-storage.ts'
import { toCurrentSession, toSession as toStoredSession } from '../sessions/database-sessions.ts'
import { isEnded } from '../sessions/ended-sessions-cookie.ts'
import { after } from '../sessions/maybe-async.ts'
import type { Sessions } from '../sessions/session.ts'
import { runSessionCallback } from '../sessions/session-callback.ts'
import { isSession, toSession } from '../sessions/session-token.ts'
import { takeOver } from '../sessions/take-over.ts'
import { endedCookies } from '../sessions/write-ended-sessions.ts'
import type { JWT, Session } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'
import { howToSay, isFromBefore, isOver, type Move } from './day-of-move.ts'
import { isJwe } from './jwe.ts'
import { type Refusals, remember } from './refusals.ts'
import { type AuthjsCookie, clearSessionCookies, findSessionCookie } from './session-cookies.ts'
import * as singleUse from './single-use.ts'
import { type AuthjsToken, readToken } from './token.ts'

/** The facts about the sessions that Auth.js began. */
export interface Inherited {
  secrets: readonly string[]
  /** Names that the application chose, besides the usual ones. */
  cookieNames: readonly string[]
  domain: string | undefined
  move: Move
  refusals: Refusals
}

/**
 * Our sessions, and those that Auth.js began. Cookies of Auth.js are read only if there is none of ours. They are replaced as soon as there
 * is a response to write to, and removed by every sign-in and sign-out.
 */
export function inheritSessions(own: Sessions, app: App, inherited: Inherited): Sessions {
  const { config, services } = app
  const { move } = inherited
  const say = sayer(app, move)
  const find = (header: string, secure: boolean) =>
    findSessionCookie(header, secure, inherited.cookieNames)
  const leave = (context: Context, storage: Storage | undefined) =>
    dropCookie(context, storage, inherited, find(...headerOf(context)))
  const exists: Sessions['exists'] = async (session, storage) => {
    const { sessionId, userId } = session
    if (!sessionId.startsWith(statelessId)) return own.exists(session, storage)
    const user = await storage?.getUser?.(userId)
    if (!user || user.sessionGeneration) return false
    return singleUse.isUsable(singleUse.claimsIn(app, storage), sessionId, userId)
  }
  return {
    read: (header, secure) =>
      after(own.read(header, secure), (current) => {
        const isEnough = isOver(move, services.now())
        if (isEnough) say('over')
        if (current || isEnough) return current
        const ownCookie = config.cookies(secure).read(header, 'session')
        if (ownCookie) return refuseOwn(app, inherited, ownCookie, header, secure)
        const cookie = find(header, secure)
        if (!cookie) return null
        if (move.end === undefined && isJwe(cookie.value)) say('undated')
        return askStorage(() => readInherited(app, inherited, cookie, header, secure))
      }),
    async issue(context, newSession, storage) {
      const left = await leave(context, storage)
      const write = await own.issue(context, newSession, storage)
      return async () => {
        const { cookies, ...issued } = await write()
        return { ...issued, cookies: [...left, ...cookies] }
      }
    },
    async renew(context, current, change) {
      if (!current.inherited) return own.renew(context, current, change)
      const clear = () => context.cookies.add(clearCookies(context, inherited))
      return replace(own, context, current, { exists, clear, change })
    },
    exists,
    async end(context) {
      const current = isOver(move, services.now()) ? null : await own.read(...headerOf(context))
      if (current) await singleUse.markLeft(services, current.userId)
      context.cookies.add(await leave(context, config.storage))
      await own.end(context)
    },
  }
}

/** Begins the id of a session in a token of Auth.js while ours are in the storage, whose keys never have a space. */
const statelessId = 'authjs '

function sessionIdOf({ session }: Config, { jti }: AuthjsToken): string {
  return session.strategy === 'cookie' ? jti : statelessId + jti
}

function headerOf({ cookies, origin }: Context): [header: string, secure: boolean] {
  return [cookies.header, origin.startsWith('https:')]
}

/** Logs each warning once. */
function sayer(
  { services: { now, logger } }: App,
  { end }: Move,
): (what: 'over' | 'undated') => void {
  const messages = new Map([
    [
      'over',
      'The sessions that Auth.js began have all ended: remove `session.fromAuthjs`, and NEXTAUTH_SECRET if it is still there',
    ],
  ])
  if (end === undefined)
    messages.set(
      'undated',
      `A session of Auth.js was not taken over, because nobody has said when it was replaced: ${howToSay(now())}`,
    )
  return (what) => {
    const message = messages.get(what)
    if (message && messages.delete(what)) logger.warn(message)
  }
}

async function readInherited(
  app: App,
  inherited: Inherited,
  cookie: AuthjsCookie,
  header: string,
  secure: boolean,
): Promise<CurrentSession | null> {
  const { config, services } = app
  const { secrets, move, refusals } = inherited
  if (!isJwe(cookie.value)) return readStored(app, cookie.value)
  const token = await readToken(cookie, secrets)
  const now = services.now()
  if (!token || !isFromBefore(token, move, now) || token.exp * 1000 <= now) return null
  if (await isEnded(app, header, secure, token.jti)) return null
  const user = await config.storage?.getUser?.(token.sub)
  // `sessionGeneration`: all sessions of the user were ended, and a token of Auth.js is always older than that. Null: the user was deleted,
  // or only `authorize` knows them, which looks the same.
  const sessionId = sessionIdOf(config, token)
  const isOver =
    user === null ||
    user?.sessionGeneration ||
    !(await singleUse.isUsable(services, sessionId, token.sub))
  if (isOver) {
    remember(refusals, header, clearedIn(app, header, secure, inherited))
    return null
  }
  const current = { userId: token.sub, sessionId, session: toSession(token), token, ...marks }
  if (config.session.strategy === 'cookie') return current
  if (!user) return null
  const session = toStoredSession(user, { expires: new Date(token.exp * 1000) })
  return { ...current, session, user }
}

/** Lets the response remove a valid cookie of ours whose session has ended: `getToken` would still accept it. */
async function refuseOwn(
  { config, services }: App,
  { refusals }: Inherited,
  cookie: string,
  header: string,
  secure: boolean,
): Promise<null> {
  const token = await services.seal('session').open(cookie)
  const policy = config.cookies(secure)
  if (isSession(token) && token.exp * 1000 > services.now())
    remember(refusals, header, policy.clear(header, policy.name('session')))
  return null
}

/** Marks a session that is still in a cookie of Auth.js. */
const marks = { inherited: true, needsRenewal: true } as const

/**
 * The session of a key in Auth.js's cookie. Auth.js stores keys unhashed. Keys in the form of ours are refused: whoever has read the
 * database, or plants a cookie, must not sign in with the hash of one of our keys.
 */
async function readStored(app: App, key: string): Promise<CurrentSession | null> {
  const { storage, session } = app.config
  if (isOwnForm(key) || !storage?.getSessionAndUser) return null
  const found = await storage.getSessionAndUser(key)
  const current = found && toCurrentSession(app, found)
  if (!current || !(await singleUse.isUsable(app.services, key, current.userId))) return null
  const { id, name = null, email = null, image = null } = found.user
  const token: JWT = { sub: id, name, email, picture: image }
  return { ...current, ...marks, ...(session.strategy === 'cookie' && { token }) }
}

/** True for 32 bytes in base64url, as our keys and their hashes are. */
function isOwnForm(key: string): boolean {
  return /^[\w-]{43}$/.test(key)
}

interface Replacing {
  readonly exists: Sessions['exists']
  clear(): void
  readonly change: { session: unknown } | undefined
}

/** Replaces a session that Auth.js began by one of ours, and clears its cookies. */
async function replace(
  own: Sessions,
  context: Context,
  current: CurrentSession,
  { exists, clear, change }: Replacing,
): Promise<Session | null> {
  const { config, services, request } = context
  const { sessionId: id, stored, token } = current
  const expires = stored?.expires ?? new Date((token?.exp ?? 0) * 1000)
  // Of several requests that a page sends at once, one begins the new session; the others are still answered.
  const isFirst = await singleUse.useUp(services, { id, expires })
  if (!isFirst) return runSessionCallback(config, request, current, change)
  const session = await takeOver(own, context, current, { exists, change }).catch(
    async (error: unknown) => {
      await singleUse.giveBack(services, id)
      throw error
    },
  )
  await retire(context, current)
  clear()
  return session
}

/** Ends a replaced session in the storage soon, not at once: requests under way still carry its key. */
async function retire({ config, services }: App, { stored }: CurrentSession): Promise<void> {
  const soon = singleUse.inSeconds(services, singleUse.graceSeconds)
  if (!stored || stored.expires <= soon) return
  await config.storage?.updateSession?.({ sessionToken: stored.sessionToken, expires: soon })
}

/** Ends the session of an inherited cookie, and removes the cookie. */
async function dropCookie(
  context: Context,
  storage: Storage | undefined,
  inherited: Inherited,
  cookie: AuthjsCookie | undefined,
): Promise<Cookie[]> {
  const { config } = context
  const cleared = clearCookies(context, inherited)
  if (!cookie) return cleared
  if (!isJwe(cookie.value)) {
    if (!isOwnForm(cookie.value)) await storage?.deleteSession?.(cookie.value)
    return cleared
  }
  const token = await readToken(cookie, inherited.secrets)
  if (!token) return cleared
  const old = { id: sessionIdOf(config, token), expires: new Date(token.exp * 1000) }
  await singleUse.end(singleUse.claimsIn(context, storage), old)
  return [...cleared, ...(await endedCookies(context, token.jti))]
}

function clearCookies(context: Context, inherited: Inherited): Cookie[] {
  return clearedIn(context, ...headerOf(context), inherited)
}

function clearedIn(
  { config }: App,
  header: string,
  secure: boolean,
  { cookieNames, domain }: Inherited,
): Cookie[] {
  const clear = (name: string) => config.cookies(secure).clear(header, name)
  return clearSessionCookies(clear, cookieNames, domain)
}
