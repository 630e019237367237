import type { App } from './app.ts'
import type { Body } from './http/body.ts'
import { type CookieJar, createCookieJar } from './http/cookie-jar.ts'
import { publicOrigin } from './http/origin.ts'
import { type RequestSource, readHeader, toRequest } from './http/request-source.ts'
import { loadOnce } from './services/load-once.ts'
import type { JWT, Session } from './types/models.ts'
import type { StoredSession, StoredUser } from './types/storage.ts'

/** A session that was read, with its source. */
export interface CurrentSession {
  /** The id of the user, whatever the application's `session` callback makes of the session. */
  userId: string
  /** Identifies this session as long as it lives: its key in the storage, or the cookie's own id. */
  sessionId: string
  session: Session
  /** The content of the sealed cookie. */
  token?: JWT
  /** The row in the storage. */
  stored?: StoredSession
  user?: StoredUser
  /** True if another library began the session, and its cookie still holds it. */
  inherited?: true
  /** True if it is time to renew it. */
  needsRenewal: boolean
}

/** One request on its way through the library. */
export interface Context extends App {
  /** The request, or one made from headers if there were only those. */
  readonly request: Request
  /** The application's own origin, as people see it. */
  readonly origin: string
  /** The address of the routes: origin and base path. */
  readonly baseUrl: string
  /** The provider named in the path. */
  readonly provider: string | undefined
  readonly query: URLSearchParams
  /** The cookies that the browser sent, and those that the response will set. */
  readonly cookies: CookieJar
  /** Seconds since 1970. */
  readonly now: number
  /** The address that the person wanted to go to, as soon as it is known; an error page keeps it. */
  callbackUrl?: string | undefined
  /** The page where the person can try again, if it is not the sign-in page: where an account is connected, or a code is typed. */
  retryUrl?: string
  /** The fields that the person filled in, without secrets, for the page where they can try again. */
  typed?: Readonly<Record<string, string>>
  /** Markup of a part above every page, such as a way back. */
  bar?: object | undefined
  /** The number of tries that the person has left. */
  triesLeft?: number
  /** True if the person wants to stay signed in, false if not; undefined if they did not say. */
  remember?: boolean | undefined
  /**
   * True as soon as the request did what happens once, such as using a code up or sending a mail: the browser gets the same answer again if it
   * lost it, as by a second click.
   */
  once?: boolean
  /** False if an app sent the request. It keeps no cookies: nothing can be remembered in a browser. */
  readonly browser?: false
  /** The fields that the application's own code passed in place of a form. No visitor sent them. */
  readonly form?: Body | undefined
  /** The POST body, read and parsed at most once. */
  body(): Promise<Body>
  /** The session of the visitor, read at most once. */
  currentSession(): Promise<CurrentSession | null>
  /** Lets work continue after the response, on servers that would stop it otherwise. */
  waitUntil(work: Promise<unknown>): void
}

/** The inputs of a context besides the request. */
export interface ContextOptions {
  provider?: string | undefined
  form?: Body | undefined
  readSession: () => Promise<CurrentSession | null>
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** Most requests have no body. */
const loadBody = loadOnce(() => import('./http/body.ts'))

/** Gathers what a route needs to know about a request. Each part is read when it is first needed. */
export function createContext(
  app: App,
  source: RequestSource,
  { provider, form, readSession, waitUntil }: ContextOptions,
): Context {
  const { config, services } = app
  const origin = publicOrigin(config, source)
  const cookie = readHeader(source, 'cookie') ?? ''
  let request: Request | undefined
  let body: Promise<Body> | undefined
  let query: URLSearchParams | undefined
  let session: Promise<CurrentSession | null> | undefined
  return {
    ...app,
    get request() {
      request ??= toRequest(source, origin)
      return request
    },
    origin,
    baseUrl: origin + config.basePath,
    provider,
    form,
    get query() {
      query ??= new URL(this.request.url).searchParams
      return query
    },
    cookies: createCookieJar(config.cookies(origin.startsWith('https:')), cookie),
    now: Math.floor(services.now() / 1000),
    body() {
      body ??= loadBody().then(({ readBody }) => readBody(this.request))
      return body
    },
    currentSession() {
      session ??= readSession()
      return session
    },
    waitUntil: (work) => waitUntil?.(work),
  }
}
