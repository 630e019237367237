import type { Context, CurrentSession } from '../context.ts'
import { random } from '../crypto/random.ts'
import type { Cookie } from '../http/cookies.ts'
import { tooLongForCookies } from '../services/cookie-room.ts'
import type { JWT, Session } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'
import { assertAdmitted } from './admission.ts'
import type { CookieSessionCheck } from './cookie-session-check.ts'
import { beginsBrief, rulesOf, secondsLeft } from './lifetime.ts'
import { pickOwnClaims, withOwnClaims } from './own-claims.ts'
import { sessionCookie, sessionPolicy } from './read-session-cookie.ts'
import type { Issued, NewSession, Write } from './session.ts'
import { runSessionCallback } from './session-callback.ts'
import { isSession, toSession } from './session-token.ts'
import { endedCookies } from './write-ended-sessions.ts'

/** Starts a session: what the storage says of its user is read in the transaction, all else afterwards. */
export async function issue(
  context: Context,
  newSession: NewSession,
  storage: Storage | undefined,
): Promise<Write> {
  const stored = await storedClaims(context, newSession.user, storage)
  return () => begin(context, newSession, stored, storage !== undefined)
}

async function begin(
  context: Context,
  newSession: NewSession,
  stored: StoredClaims,
  isStored: boolean,
): Promise<Issued> {
  const { config, request, cookies, now } = context
  const { user, account, profile, isNewUser, data, authTime, amr } = newSession
  const before = await presentToken(context)
  const own: JWT = {
    jti: random(16),
    ...(beginsBrief(context, before?.brief) && { brief: true }),
    ...(authTime && { auth_time: authTime }),
    amr: [...amr],
    session_start: now,
    ...stored,
  }
  const fresh: JWT = {
    sub: user.id,
    name: user.name ?? null,
    email: user.email ?? null,
    picture: portable(user.image ?? null),
    ...pickOwnClaims(own),
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
  const ended = await endedCookies(context, before?.jti)
  if (token === null) {
    return { cookies: [...ended, ...sessionPolicy(context).set(cookies.header, '', 0)] }
  }
  const { sub = user.id, ...claims } = withOwnClaims(token ?? fresh, own)
  // Whom the storage knows has its id. Elsewhere the application may have a name of its own for them.
  const userId = isStored ? user.id : sub
  return { cookies: [...ended, ...(await write(context, claims, userId))], userId }
}

/** Ends the session of this browser. */
export async function end(context: Context): Promise<void> {
  const { cookies } = context
  cookies.add(await endedCookies(context, (await presentToken(context))?.jti))
  cookies.clear('session')
}

/** The session in this request, whatever became of its user. */
async function presentToken({
  config,
  services,
  cookies,
  origin,
}: Context): Promise<JWT | undefined> {
  const sealed = sessionCookie(config, cookies.header, origin.startsWith('https:'))
  const token = sealed === undefined ? undefined : await services.seal('session').open(sealed)
  return isSession(token) ? token : undefined
}

type StoredClaims = Pick<JWT, 'session_generation' | 'stored'>

/** Claims that the storage is asked about at a renewal. Users whom only `authorize` knows are not there, and are not missed. */
async function storedClaims(
  context: Context,
  user: NewSession['user'],
  storage: Storage | undefined,
): Promise<StoredClaims> {
  const stored = storage ? user : await context.config.storage?.getUser?.(user.id)
  if (stored === null) return { stored: false }
  assertAdmitted(context, stored ?? user)
  const generation = stored?.sessionGeneration
  return generation ? { session_generation: generation } : {}
}

/** A picture that is written out in its address is left behind where it would fill the cookie; nobody is kept out for its sake. */
function portable(picture: string | null): string | null {
  return picture?.startsWith('data:') && picture.length > maxPictureLength ? null : picture
}

const maxPictureLength = 4_000

async function write(context: Context, token: JWT, sub: string): Promise<Cookie[]> {
  const { config, services, cookies, now } = context
  const isBrief = token.brief === true
  const maxAge = secondsLeft(rulesOf(config.session, isBrief), now, token.session_start ?? now)
  const claims = { ...token, sub, iat: now, exp: now + maxAge }
  const sealed = await services.seal('session').seal(claims)
  const objection = tooLongForCookies(services, 'Sessions', sealed.length)
  if (objection) throw objection
  return sessionPolicy(context).set(cookies.header, sealed, isBrief ? undefined : maxAge)
}

/** Writes the cookie anew, as the application's `jwt` callback wants it; null when the session is over. */
export async function renew(
  check: CookieSessionCheck | undefined,
  context: Context,
  current: CurrentSession,
  change?: { session: unknown },
): Promise<Session | null> {
  const { config, request, cookies, now } = context
  const old = current.token ?? {}
  // Which session it is, whose, and when and how it began, stays as it was.
  const own = { jti: '', session_start: now, ...pickOwnClaims(old) }
  const update = change && { trigger: 'update' as const, session: change.session }
  const { jwt } = config.callbacks
  const answer = jwt ? await jwt({ token: old, request, ...update }) : old
  const token = answer === undefined ? old : answer
  if (token === null || (await check?.isOver({ ...current, token: own }))) {
    cookies.clear('session')
    return null
  }
  const kept = { ...withOwnClaims(token, own), sub: current.userId }
  cookies.add(await write(context, kept, current.userId))
  const exp = now + secondsLeft(config.session, now, own.session_start)
  const renewed = { ...kept, exp }
  return runSessionCallback(config, request, { session: toSession(renewed), token: renewed })
}
