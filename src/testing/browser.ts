import type { Decision } from '../emulator/index.ts'
import type { Session } from '../types/models.ts'
import { type AuthenticatorApp, authenticatorApp } from './authenticator-app.ts'
import { type FactorSteps, factorSteps } from './factor-steps.ts'

/** One side of a conversation: an application, or everything outside it. */
export type Side = (request: Request) => Promise<Response>

/** Options of a browser for tests. */
export interface BrowserOptions {
  /** The address of the application, such as `https://app.test`. */
  origin: string
  /** The application, usually `auth.handler`. */
  app: Side
  /** The path of the routes. Default `/api/auth`. */
  basePath?: string
  /** Plays the person at a platform: gets the authorization address, returns where the platform sends them. */
  atPlatform?: (url: string, choice: object) => Promise<string | URL | Request>
  /** The current time in milliseconds, for the expiry of cookies. */
  now?: () => number
  /** The person's authenticator app. Default: one of their own. */
  phone?: AuthenticatorApp
}

/** A sign-in as a person would do it. */
export type SignInOptions = Decision & {
  /** The person's choices at the platform, passed to `atPlatform`; for a method without a platform, the fields of its form. */
  [choice: string]: unknown
  callbackUrl?: string
  /** Data of the application to carry along. */
  data?: string
  /** Connect to the signed-in user. */
  link?: boolean
}

/** A browser without a window: keeps cookies as browsers do, follows redirects inside the application. */
export interface TestBrowser<S extends Session = Session> extends FactorSteps {
  /** The cookies that the browser would send now, by name. */
  readonly cookies: ReadonlyMap<string, string>
  /** The cookies as request headers. The browser itself can be passed as a request: `auth.accessToken(browser, 'tiktok')`. */
  readonly headers: Headers
  /** Requests a page of the application; redirects are returned, not followed. */
  visit(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends a form of the application's own page. */
  submit(
    path: string,
    form?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** Sends any request with this browser's cookies. `crossSite` withholds those that a browser would. */
  send(request: Request, options?: { crossSite?: boolean }): Promise<Response>
  /** Runs a whole sign-in, from its button on; returns the callback's response. `signIn('guest')` begins as a guest. */
  signIn(provider: string, options?: SignInOptions): Promise<Response>
  /** Presses the sign-in button and returns the platform's address. */
  start(provider: string, form?: Record<string, string>): Promise<string>
  signOut(): Promise<Response>
  session(): Promise<S | null>
  /** Stores cookies that server code returned: `browser.take(await auth.users.impersonate(browser, id, { reason }))`. */
  take(made: { readonly headers: Headers }): void
  /** A second browser with the same cookies, as a thief would have it. */
  clone(): TestBrowser<S>
}

interface Cookie {
  value: string
  expires: number
  sameSite: string
}

/** Opens a browser on an application. */
export function createBrowser<S extends Session = Session>(
  options: BrowserOptions,
  jar: Map<string, Cookie> = new Map(),
): TestBrowser<S> {
  const { origin, basePath = '/api/auth', now } = options
  const { phone = authenticatorApp(now) } = options
  const take = ({ headers }: { readonly headers: Headers }) => {
    const secure = origin.startsWith('https:')
    for (const line of headers.getSetCookie()) keep(jar, line, (now ?? Date.now)(), secure)
  }
  const send = sender(options, jar, take)

  const visit: TestBrowser['visit'] = (path, headers = {}) =>
    send(new Request(new URL(path, origin), { headers: { accept: 'text/html', ...headers } }))

  const submit: TestBrowser['submit'] = (path, form = {}, headers = {}) =>
    send(
      new Request(new URL(path, origin), {
        method: 'POST',
        headers: { accept: 'text/html', origin, 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams(form),
      }),
    )

  const start: TestBrowser['start'] = async (provider, form = {}) => {
    const response = await submit(`${basePath}/signin/${provider}`, form)
    const location = response.headers.get('location')
    if (location) return location
    throw notStarted(provider, response.status, await response.text())
  }

  return {
    get cookies() {
      return alive(options, jar, false)
    },
    get headers() {
      return withCookies(new Headers(), alive(options, jar, false))
    },
    send,
    visit,
    submit,
    start,
    async signIn(provider, { callbackUrl, data, link, ...choice } = {}) {
      const wish = { ...(callbackUrl && { callbackUrl }), ...(data && { data }) }
      const url = await start(provider, { ...wish, ...(link && { link: 'true' }) })
      // A method without a platform asks on the sign-in page: its form goes to the callback.
      if (url.split('?')[0] === `${origin}${basePath}/signin` && !url.includes('error='))
        return submit(`${basePath}/callback/${provider}`, { ...wish, ...fieldsIn(choice) })
      if (url.startsWith(origin) || !options.atPlatform) return visit(url)
      const back = await options.atPlatform(url, choice)
      return back instanceof Request ? send(back, { crossSite: true }) : visit(String(back))
    },
    signOut: () => submit(`${basePath}/signout`),
    session: async () =>
      (await visit(`${basePath}/session`, { accept: 'application/json' })).json(),
    ...factorSteps(submit, basePath, phone),
    take,
    clone: () => createBrowser({ ...options, phone }, new Map(jar)),
  }
}

/** The strings among a person's choices, as the fields of a form. */
function fieldsIn(choice: object): Record<string, string> {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => typeof value === 'string'))
}

/** An error that quotes the title of a page, or the beginning of any other answer. */
function notStarted(provider: string, status: number, body: string): Error {
  const [, title] = /<title>([^<]*)<\/title>/.exec(body) ?? []
  const said = (title ?? body).replace(/\s+/g, ' ').slice(0, 200)
  const advice =
    globalThis.process?.env?.NODE_ENV === undefined
      ? 'NODE_ENV is not set, which counts as production: set NODE_ENV=test, or use testAuth()'
      : "The application's log says why"
  return new Error(`The sign-in with ${provider} did not start: ${status} “${said}”. ${advice}.`)
}

/** The cookies that a browser would send now. */
function alive(
  { now = Date.now }: BrowserOptions,
  jar: Map<string, Cookie>,
  crossSite: boolean,
): Map<string, string> {
  const sent = [...jar].filter(
    ([, { expires, sameSite }]) => expires > now() && (!crossSite || sameSite === 'none'),
  )
  return new Map(sent.map(([name, { value }]) => [name, value]))
}

/** Adds the cookies, unless the request brings its own. */
function withCookies(headers: Headers, cookies: ReadonlyMap<string, string>): Headers {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  if (cookie && !headers.has('cookie')) headers.set('cookie', cookie)
  return headers
}

function sender(
  options: BrowserOptions,
  jar: Map<string, Cookie>,
  take: TestBrowser['take'],
): TestBrowser['send'] {
  return async (request, { crossSite = false } = {}) => {
    const headers = withCookies(new Headers(request.headers), alive(options, jar, crossSite))
    const response = await options.app(new Request(request, { headers }))
    take(response)
    return response
  }
}

/** RFC 6265bis §5.7, as far as an application with one origin needs it. */
function keep(jar: Map<string, Cookie>, line: string, now: number, secure: boolean): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const name = pair.slice(0, pair.indexOf('='))
  const value = pair.slice(name.length + 1)
  const options = new Map(
    attributes.map((text) => [text.split('=')[0]?.toLowerCase(), text.split('=')[1] ?? '']),
  )
  const guarded =
    name.startsWith('__Host-') &&
    (!options.has('secure') || options.get('path') !== '/' || options.has('domain'))
  // Browsers refuse cookies that break the rules of their prefix, and Secure cookies over plain http.
  if (guarded || (options.has('secure') && !secure) || line.length > 4096) return
  const maxAge = options.has('max-age') ? Number(options.get('max-age')) : Number.POSITIVE_INFINITY
  if (maxAge <= 0) jar.delete(name)
  else
    jar.set(name, {
      value,
      expires: now + maxAge * 1000,
      sameSite: (options.get('samesite') ?? 'lax').toLowerCase(),
    })
}
