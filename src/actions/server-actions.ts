import type { Context } from '../context.ts'
import type { Engine } from '../engine.ts'
import { AuthError, toAuthError, withUrl } from '../errors.ts'
import type { Outcome } from '../http/call-outcome.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { crossSiteError } from '../http/csrf.ts'
import { requestSite } from '../http/request-site.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { requestedPage } from '../http/requested-page.ts'
import { assertWellFormed } from '../http/well-formed-text.ts'
import { writeCookies } from '../http/write-cookies.ts'
import { requestedProvider } from '../route.ts'
import { assertProven, provenIn } from '../sessions/proof.ts'
import { answerSession, type SessionReader } from '../sessions/read-session.ts'
import type { Sessions } from '../sessions/session.ts'
import type { JsonValue, Level, Session } from '../types/models.ts'
import { errorPageUrl } from './error-page-url.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { renewInto } from './renew-session.ts'
import { startSignIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export type { Outcome } from '../http/call-outcome.ts'

/** Options for a sign-in that server code starts. */
export interface SignInOptions {
  /** The address to go to afterwards: on this application's origin or a trusted one. */
  callbackUrl?: string
  /** Data that callbacks and events get afterwards. */
  data?: JsonValue
  /** False: the session ends with the browser. Default: as `session.remember` says. */
  remember?: boolean
  /** The fields that a form would carry: the `email` of a mail, or a name and a password. */
  fields?: Record<string, unknown>
  /** Parameters of the request to the platform, such as `{ prompt: 'login' }`. They win over the configured ones. */
  params?: Record<string, string>
  /** Keeps a worker alive for work that goes on afterwards, such as a mail. */
  waitUntil?: (work: Promise<unknown>) => void
}

/** Options for a sign-out that server code starts. */
export interface SignOutOptions {
  /** The address to go to afterwards: on this application's origin or a trusted one. */
  callbackUrl?: string
  /** The way leads by this platform's own sign-out, where it has one. */
  provider?: string
}

/** Options for a page or an action that needs somebody who is signed in. */
export interface RequireOptions<Scope extends string = string> {
  /** The headers of your response: a session that is due is renewed there. */
  response?: Headers
  /** The address to come back to after the sign-in. Default: the page that was asked for. */
  callbackUrl?: string
  /** The age in seconds up to which the sign-in is accepted. An older one is refused with `RecentSignInRequired`. */
  maxAge?: number
  /** 2: a second step must have been taken, here and in this session. Otherwise it is refused with `RecentSignInRequired`. */
  level?: Level
  /** The scopes that an access token needs here. Without them only people are let in; they need none. */
  scopes?: readonly Scope[]
}

/** Actions for server code. Failures are `AuthError`s whose `url` says where to send the person. */
export interface ServerActions {
  /**
   * The session. Rejects with an `AuthError` whose `url` is the sign-in page if nobody is signed in (`SessionRequired`). If the sign-in is
   * older than `maxAge` or lacks `level` (`RecentSignInRequired`), `url` is the page that asks for what is missing, and leads back. Rejects
   * with `StorageError` if the storage cannot be asked.
   *
   * @example
   * const { user } = await auth.requireSession(request)
   * const { user } = await auth.requireSession(request, { maxAge: 600 }) // signed in within ten minutes
   * const { user } = await auth.requireSession(request, { level: 2 }) // with a second factor
   * const { user } = await auth.requireSession(request, { scopes: ['write'] }) // a person, or an access token that may
   */
  requireSession(source: RequestSource, options?: RequireOptions): Promise<Session>
  /**
   * Starts a sign-in. Without a provider, `url` is the sign-in page. With credentials, the person is signed in already. With `fields`, a
   * request that a page of another site sent is refused (`CrossSite`).
   *
   * @example
   * const { url, headers } = await auth.signIn(request, 'tiktok', { callbackUrl: '/home' })
   * headers.set('location', url)
   * return new Response(null, { status: 303, headers })
   */
  signIn(source: RequestSource, provider?: string, options?: SignInOptions): Promise<Outcome>
  /** Starts connecting another account to the person who is signed in. Refuses requests from other sites (`CrossSite`). */
  link(
    source: RequestSource,
    provider: string,
    options?: Pick<SignInOptions, 'callbackUrl' | 'data' | 'params'>,
  ): Promise<Outcome>
  /** Signs out. Refuses requests from other sites (`CrossSite`). */
  signOut(source: RequestSource, options?: SignOutOptions): Promise<Outcome>
}

/** The actions for one engine. */
export function createServerActions(engine: Engine): ServerActions {
  return {
    requireSession: (source, options) => requireSession(engine, source, options),
    signIn: (source, provider, options) => signIn(engine, source, provider, options),
    link(source, provider, { callbackUrl, data, params } = {}) {
      const context = engine.context(source, { provider })
      return outcome(context, async () => {
        assertOwnWish(context, source)
        const request = { callbackUrl, data, link: true, body: {}, ...(params && { params }) }
        return leave(
          context,
          callbackUrl,
          await startSignIn(context, requestedProvider(context), request),
        )
      })
    },
    signOut(source, options = {}) {
      const context = engine.context(source)
      return outcome(context, () => {
        assertOwnWish(context, source)
        return signOut(context, engine, options)
      })
    },
  }
}

async function requireSession(
  engine: Engine,
  source: RequestSource,
  options: RequireOptions = {},
): Promise<Session> {
  const { response, callbackUrl, maxAge, level } = options
  const context = engine.context(source)
  try {
    const reader = provenReader(engine, maxAge, level)
    const session = await answerSession(
      reader,
      source,
      (current) => renewInto(engine, context, current, response),
      { ...options, required: true },
    )
    if (session) return session
    throw new AuthError('SessionRequired', 'Nobody is signed in')
  } catch (thrown) {
    context.callbackUrl = await resolveCallbackUrl(
      context,
      callbackUrl ?? requestedPage(engine.config, source),
    )
    const error = located(context, thrown)
    // A framework's guard answers it, and nobody else would say why.
    if (error.code === 'StorageError') engine.services.logger.error(error)
    throw error
  }
}

/** Reads sessions, and refuses one whose sign-in is older than so many seconds, or proves too little. */
function provenReader(engine: Engine, maxAge = Infinity, level: Level = 1): SessionReader {
  const { sessions } = engine
  const read: Sessions['read'] = async (...asked) => {
    const current = await sessions.read(...asked)
    if (current) await assertProven(engine, provenIn(current), { maxAge, level })
    return current
  }
  return { ...engine, sessions: { ...sessions, read } }
}

function signIn(
  engine: Engine,
  source: RequestSource,
  provider: string | undefined,
  { callbackUrl, data, remember, fields = {}, params, waitUntil }: SignInOptions = {},
): Promise<Outcome> {
  const form = { ...fields, ...(callbackUrl !== undefined && { callbackUrl }) }
  const context = engine.context(source, { provider, form, waitUntil })
  context.remember = remember
  return outcome(context, async () => {
    assertWellFormed({ ...form, data })
    if (provider === undefined) return signInPage(context, callbackUrl)
    const found = requestedProvider(context)
    // A link that leads to a platform is harmless: the person decides there. What was typed signs in, or is sent to somebody.
    if (found.method.startsAtCallback || Object.keys(fields).length > 0)
      assertOwnWish(context, source)
    if (found.method.startsAtCallback)
      return leave(context, callbackUrl, { response: await finishSignIn(context, engine) })
    const request = { callbackUrl, data, link: false, body: form, ...(params && { params }) }
    return leave(context, callbackUrl, await startSignIn(context, found, request))
  })
}

function signInPage({ config, baseUrl, origin }: Context, callbackUrl: string | undefined): string {
  const page = new URL(config.pages.signIn ?? `${baseUrl}/signin`, origin)
  if (callbackUrl) page.searchParams.set('callbackUrl', callbackUrl)
  return page.href
}

/** The address that a start leads to, whichever way the method says it. What is for a script alone names none: the page has that script. */
async function leave(
  context: Context,
  callbackUrl: string | undefined,
  started: { redirect: string } | { response: Response },
): Promise<string> {
  if ('redirect' in started) return started.redirect
  const { response } = started
  const url = response.headers.get('location') ?? Object(await response.json()).url
  return url ?? signInPage(context, callbackUrl)
}

/** Does the work, and says what must be written back. */
async function outcome(context: Context, work: () => Promise<string>): Promise<Outcome> {
  try {
    const url = await work()
    const cookies = context.cookies.changes()
    const headers = new Headers()
    writeCookies(headers, cookies)
    return { url, cookies, headers }
  } catch (thrown) {
    throw located(context, thrown)
  }
}

/** A failure that says where to send the person. */
function located(context: Context, thrown: unknown): AuthError {
  const error = toAuthError(thrown)
  return withUrl(error, errorPageUrl(context, error))
}

/**
 * Another site's page could sign its visitors in as somebody else, or out, or connect its own account to whoever is signed in. A person
 * who typed the address means it.
 */
function assertOwnWish({ config, origin }: Context, source: RequestSource): void {
  if (requestSite(source, origin, config.actingOrigins) !== 'other') return
  if (readHeader(source, 'sec-fetch-site') !== 'none') throw crossSiteError(source, origin)
}
