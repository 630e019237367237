import type { App } from './app.ts'
import type { Body } from './http/body.ts'
import { type CookieJar, createCookieJar } from './http/cookie-jar.ts'
import { publicOrigin } from './http/origin.ts'
import { type RequestSource, readHeader, toRequest } from './http/request-source.ts'
import { loadOnce } from './services/load-once.ts'
import type { JWT, Session } from './types/models.ts'
import type { StoredSession, StoredUser } from './types/storage.ts'

/** A session as it was read, with what it was read from. */
export interface CurrentSession {
  /** Who it is, whatever the application's `session` callback makes of the session. */
  userId: string
  /** Tells this session from every other one, as long as it lives: its key in the storage, or the cookie's own id. */
  sessionId: string
  session: Session
  /** What the sealed cookie held. */
  token?: JWT
  /** What the storage held. */
  stored?: StoredSession
  user?: StoredUser
  /** Another library began it: it is still in that one's cookie. */
  inherited?: true
  /** Whether it is time to renew it. */
  needsRenewal: boolean
}

/** One request on its way through the library. */
export interface Context extends App {
  /** The request; where only headers came, one that was made of them. */
  readonly request: Request
  /** The application's own origin, as people see it. */
  readonly origin: string
  /** The address of the routes: origin and base path. */
  readonly baseUrl: string
  /** The provider named in the path. */
  readonly provider: string | undefined
  readonly query: URLSearchParams
  /** What the browser sent, and what the response will change. */
  readonly cookies: CookieJar
  /** Seconds since 1970. */
  readonly now: number
  /** Where the person wanted to go, as soon as it is known; an error page keeps it. */
  callbackUrl?: string | undefined
  /** Where the person can try again, if that is not the sign-in page: where an account is connected, or a code is typed. */
  retryUrl?: string
  /** What the person typed, without what is secret, for the page where they can try again. */
  typed?: Readonly<Record<string, string>>
  /** Markup of a part above every page, such as a way back. */
  bar?: object | undefined
  /** How often the person can still try. */
  triesLeft?: number
  /** Whether the person wants to stay signed in, if they said so. */
  remember?: boolean | undefined
  /** False: an app asks, which keeps no cookies, so that nothing can be remembered in a browser. */
  readonly browser?: false
  /** What the application's own code passed in place of a form; nobody else could have. */
  readonly form?: Body | undefined
  /** The POST body, read and parsed at most once. */
  body(): Promise<Body>
  /** Who is signed in, read at most once. */
  currentSession(): Promise<CurrentSession | null>
  /** Lets work go on after the response, on servers that would stop it otherwise. */
  waitUntil(work: Promise<unknown>): void
}

/** What a context is made from besides the request. */
export interface ContextOptions {
  provider?: string | undefined
  form?: Body | undefined
  readSession: () => Promise<CurrentSession | null>
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** Most requests have no body. */
const loadBody = loadOnce(() => import('./http/body.ts'))

/** Gathers what a route needs to know about a request. Nothing is made before it is asked for. */
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
