import type { App } from '../app.ts'
import { emit } from '../callbacks.ts'
import type { Config } from '../config.ts'
import type { CurrentSession } from '../context.ts'
import { toAuthError } from '../errors.ts'
import { publicOrigin } from '../http/origin.ts'
import { type RequestSource, readHeader, toRequest } from '../http/request-source.ts'
import type { Awaitable, Session } from '../types/models.ts'
import type { ReadBearer, SessionDemands } from './bearer.ts'
import { after } from './maybe-async.ts'
import { isSecure } from './read-session-cookie.ts'
import type { Sessions } from './session.ts'
import { runSessionCallback } from './session-callback.ts'

/** Everything that it takes to read the session of a request. */
export interface SessionReader extends App {
  readonly sessions: Sessions
  /** The readers of parts, for sessions that come in another header than the cookie. */
  readonly bearers: readonly ReadBearer[]
}

/**
 * The session that a request belongs to, as the application's `session` callback shows it. Reads, and changes nothing. A bearer of ours
 * wins over the cookie: if it is no good, nobody is there. Without `demands` a person is asked for, because something is to be changed.
 */
export function readSession(
  { config, sessions, bearers }: SessionReader,
  source: RequestSource,
  demands?: SessionDemands,
): Awaitable<CurrentSession | null> {
  const show = (current: CurrentSession | null) =>
    current && config.callbacks.session ? applySessionCallback(config, source, current) : current
  const ask = (place: number): Awaitable<CurrentSession | null> => {
    const read = bearers[place]
    if (read)
      return after(read(source, demands), (found) =>
        found === undefined ? ask(place + 1) : show(found),
      )
    const cookie = readHeader(source, 'cookie')
    return cookie ? after(sessions.read(cookie, isSecure(config, source)), show) : null
  }
  return ask(0)
}

async function applySessionCallback(
  config: Config,
  source: RequestSource,
  current: CurrentSession,
): Promise<CurrentSession | null> {
  const request = toRequest(source, publicOrigin(config, source))
  const session = await runSessionCallback(config, request, current)
  return session && { ...current, session }
}

/**
 * The answer to “who is this?”, for code, for `GET /session` and for `toNode()`. What to do with a session that is due for renewal
 * depends on who asks: only some of them can write cookies.
 */
export function answerSession<Due>(
  reader: SessionReader,
  source: RequestSource,
  whenDue: (current: CurrentSession) => Awaitable<Session | null | Due>,
  demands: SessionDemands = {},
): Awaitable<Session | null | Due> {
  return after(readSession(reader, source, demands), (current) => {
    if (!current) return null
    const answer = current.needsRenewal ? renewed(reader, current, whenDue) : current.session
    const { session: event } = reader.config.events
    return event ? emitSessionEvent(reader, source, current, answer) : answer
  })
}

/** A renewal that failed ends no session: the next request that may renew it tries again. */
async function renewed<Due>(
  { services }: App,
  current: CurrentSession,
  whenDue: (current: CurrentSession) => Awaitable<Due>,
): Promise<Session | Due> {
  try {
    return await whenDue(current)
  } catch (thrown) {
    services.logger.error(toAuthError(thrown))
    return current.session
  }
}

async function emitSessionEvent<Due>(
  { config, services }: App,
  source: RequestSource,
  { token }: CurrentSession,
  answer: Awaitable<Session | null | Due>,
): Promise<Session | null | Due> {
  const session = await answer
  // Null: the session ended meanwhile. Anything else that is no session: somebody else will answer, and emit.
  if (isSession(session)) {
    const request = toRequest(source, publicOrigin(config, source))
    await emit(services, config.events.session, { session, request, ...(token && { token }) })
  }
  return session
}

function isSession(answer: unknown): answer is Session {
  return 'user' in Object(answer)
}
