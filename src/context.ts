import type { Config } from './config.ts'
import { random } from './crypto/random.ts'
import { AuthError } from './errors.ts'
import { type Body, readBody } from './http/body.ts'
import type { Cookies } from './http/cookies.ts'
import { assertOwnSite, requestSite } from './http/csrf.ts'
import { publicOrigin } from './http/origin.ts'
import { safeTarget } from './http/redirect.ts'
import type { Callbacks } from './types/config.ts'

/** One request on its way through the library. */
export interface Context {
  readonly config: Config
  readonly request: Request
  /** The application's own origin, as people see it. */
  readonly origin: string
  /** The address of the routes: origin and base path. */
  readonly baseUrl: string
  /** The provider named in the path. */
  readonly provider: string | undefined
  readonly query: URLSearchParams
  readonly cookies: Cookies
  /** The request's Cookie header. */
  readonly header: string
  /** Set-Cookie lines for the response. */
  readonly outgoing: string[]
  /** Seconds since 1970. */
  readonly now: number
  /** Where the person wanted to go, as soon as it is known; an error page keeps it. */
  callbackUrl?: string
  /** The POST body, read and parsed at most once. */
  body(): Promise<Body>
}

/** Gathers what a route needs to know about a request. */
export function createContext(config: Config, request: Request, provider?: string): Context {
  const origin = publicOrigin(config, request)
  let body: Promise<Body> | undefined
  let query: URLSearchParams | undefined
  return {
    config,
    request,
    origin,
    baseUrl: origin + config.basePath,
    provider,
    get query() {
      query ??= new URL(request.url).searchParams
      return query
    },
    cookies: config.cookies(origin.startsWith('https:')),
    header: request.headers.get('cookie') ?? '',
    outgoing: [],
    now: Math.floor(config.now() / 1000),
    body: () => {
      body ??= readBody(request)
      return body
    },
  }
}

/** The csrf token of this browser; makes one and hands it out when there is none. */
export async function csrfToken(context: Context): Promise<string> {
  const { config, cookies, header, outgoing } = context
  const name = cookies.name('csrf')
  const known = await knownCsrfToken(context)
  if (known) return known
  const token = random(24)
  outgoing.push(...cookies.set(name, await config.seal('csrf').seal({ token }), header))
  return token
}

async function knownCsrfToken({ config, cookies, header }: Context): Promise<string | undefined> {
  const sealed = cookies.read(header, cookies.name('csrf'))
  const claims = sealed ? await config.seal('csrf').open(sealed) : undefined
  return typeof claims?.token === 'string' ? claims.token : undefined
}

/** Refuses a POST that another site's page sent. Returns its body. */
export async function readForm(context: Context): Promise<Body> {
  const { request, origin } = context
  const site = requestSite(request, origin)
  if (site === 'other') assertOwnSite(site, undefined, undefined)
  const body = await context.body()
  if (site === 'unknown') assertOwnSite(site, body.csrfToken, await knownCsrfToken(context))
  return body
}

/** Where a person goes afterwards: the wished address if it may be gone to, else the application's start page. */
export async function resolveCallbackUrl(context: Context, wished: unknown): Promise<string> {
  const { config, origin, request } = context
  const own = config.callbacks.redirect
  if (own) {
    const url = typeof wished === 'string' ? wished : origin
    const chosen = await own({ url, baseUrl: origin, request })
    const target = typeof chosen === 'string' ? URL.parse(chosen, origin) : null
    if (target && !isScript(target)) return target.href
  }
  return safeTarget(wished, origin, config.trustedOrigins) ?? `${origin}/`
}

/** What a page that follows the address would run instead of leaving. An application on a phone has a scheme of its own. */
function isScript({ protocol }: URL): boolean {
  return /^(javascript|data|vbscript|blob):$/.test(protocol)
}

/**
 * The `signIn` callback: the one gate that every method passes, and a mail before it is sent. Returns an address to go to
 * instead, if the application wants that.
 */
export async function runSignInCallback(
  { config, request, origin }: Context,
  candidate: Omit<Parameters<NonNullable<Callbacks['signIn']>>[0], 'request'>,
): Promise<string | undefined> {
  const { signIn } = config.callbacks
  if (!signIn) return undefined
  const answer = await signIn({ ...candidate, request })
  if (answer === true) return undefined
  // A callback that forgot to return has not said yes.
  if (typeof answer === 'string' && answer !== '') return new URL(answer, origin).href
  throw new AuthError('AccessDenied', 'The `signIn` callback refused', {
    provider: candidate.account.provider,
  })
}

/** Runs an event of the application; if it fails, that is logged and nothing else. */
export async function emit<Message>(
  context: Pick<Context, 'config'>,
  event: ((message: Message) => unknown) | undefined,
  message: Message,
): Promise<void> {
  try {
    await event?.(message)
  } catch (thrown) {
    const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : 'it threw'
    context.config.logger.warn(
      `The event ${event?.name.replace(/^bound /, '') || 'handler'} failed: ${what}`,
    )
  }
}
