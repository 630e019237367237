import type { ElysiaCustomStatusResponse } from 'elysia'
import type { AuthInstance, SignInOptions } from '../auth.ts'
import { withSocketIp } from '../http/client-ip.ts'
import type { Session } from '../types/models.ts'
import { authErrorResponse } from './shared/auth-error-response.ts'
import { addHeaders, type OutgoingHeaders, withResponseHeaders } from './shared/node-response.ts'
import { outcomeResponse } from './shared/outcome-response.ts'

/** Elysia's context, as far as it is used here. */
export interface ElysiaContext {
  request: Request
  set: {
    headers: Record<string, unknown>
    status?: number | string
    /** What the application has set with Elysia's own cookies. */
    cookie?: Record<string, object>
  }
  /** Where Elysia runs on Bun, it knows the visitor's address. */
  server: { requestIP(request: Request): { address: string } | null } | null
  /** A route may declare what it answers, so that no argument fits all of them. */
  status: (...answer: never[]) => unknown
}

/** What a guarded route gets, or what Elysia answers in its place. */
export type ElysiaGuarded<S extends Session> =
  | { session: S }
  | ElysiaCustomStatusResponse<401, { error: string }>

/** The verbs of a sign-in, as Elysia speaks them. */
export interface ElysiaAuth<S extends Session, Id extends string> {
  /**
   * Serves the sign-in. It reads bodies itself.
   *
   * @example
   * app.all('/api/auth/*', handler, { parse: 'none' })
   */
  handler(context: ElysiaContext): Promise<Response>
  /**
   * Who sent this request? A session that is due is renewed in the response.
   *
   * @example
   * app.get('/', async (context) => `Hello ${(await session(context))?.user.name ?? 'stranger'}`)
   */
  session(context: ElysiaContext): Promise<S | null>
  /**
   * A macro that lets only those through who are signed in, and gives routes their `session`. Others are sent to the sign-in page and
   * back afterwards; programs get status 401.
   *
   * @example
   * app.macro({ requireSession }).get('/me', ({ session }) => session.user, { requireSession: true })
   */
  requireSession: { resolve(context: ElysiaContext): Promise<ElysiaGuarded<S>> }
  /**
   * Starts a sign-in. Without a provider, the person is sent to the sign-in page.
   *
   * @example
   * app.post('/login', (context) => signIn(context, 'tiktok'))
   */
  signIn(
    context: ElysiaContext,
    provider?: Id | (string & {}),
    options?: SignInOptions,
  ): Promise<Response>
  /**
   * Signs out.
   *
   * @example
   * app.post('/logout', (context) => signOut(context))
   */
  signOut(
    context: ElysiaContext,
    options?: { callbackUrl?: string; provider?: string },
  ): Promise<Response>
}

/**
 * The sign-in of an Elysia application, on Bun or Node.
 *
 * @example
 * const { handler, session, requireSession, signIn, signOut } = toElysia(auth)
 */
export function toElysia<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
): ElysiaAuth<S, Id> {
  return {
    async handler(context) {
      const { request } = context
      if (request.bodyUsed) throw new Error("Mount the handler with { parse: 'none' }")
      return answer(context, await auth.handler(request, { address: address(context) }))
    },
    session: ({ request, set }) =>
      withResponseHeaders(outgoing(set), (response) => auth.session(request, { response })),
    requireSession: {
      async resolve(context) {
        const { request, set } = context
        try {
          const session = await withResponseHeaders(outgoing(set), (response) =>
            auth.requireSession(request, { response }),
          )
          return { session }
        } catch (error) {
          return refuse(context, authErrorResponse(error, request))
        }
      },
    },
    async signIn(context, provider, options) {
      const request = withSocketIp(context.request, address(context))
      return answer(
        context,
        await outcomeResponse(auth.signIn(request, provider, options), request),
      )
    },
    async signOut(context, options) {
      const { request } = context
      return answer(context, await outcomeResponse(auth.signOut(request, options), request))
    },
  }
}

/** The adapter for Node has it on the request; to ask the server is an error there. */
function address({ request, server }: ElysiaContext): string | undefined {
  const known: unknown = Reflect.get(request, 'ip')
  return typeof known === 'string' ? known : server?.requestIP(request)?.address
}

/**
 * What Elysia will send. Cookies go to its own: it drops those of a returned response, and those among the headers, as soon as
 * an application sets some with it.
 */
function outgoing(set: ElysiaContext['set']): OutgoingHeaders {
  const cookies = () => [
    ...[set.headers['set-cookie'] ?? []].flat().map(String),
    ...Object.keys(set.cookie ?? {}).map((name) => `${name}=`),
  ]
  return {
    headersSent: false,
    getHeader(name) {
      if (name === 'set-cookie') return cookies()
      return set.headers[name] === undefined ? undefined : String(set.headers[name])
    },
    setHeader(name, value) {
      set.headers[name] = value
    },
    appendHeader(_name, line) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value] = pair.split('=')
      set.cookie ??= {}
      set.cookie[name] = { value, ...Object.fromEntries(attributes.map(cookieOption)) }
    },
  }
}

/** An attribute of a cookie of ours: `Max-Age=60` is `maxAge: 60`. */
function cookieOption(attribute: string): [name: string, value: string | number | boolean] {
  const [written = '', value] = attribute.split('=')
  const name = written.replace('-', '').replace(/^./, (first) => first.toLowerCase())
  if (value === undefined) return [name, true]
  return [name, name === 'maxAge' ? Number(value) : value]
}

function answer({ set }: ElysiaContext, response: Response): Response {
  addHeaders(outgoing(set), response.headers)
  set.status = response.status
  return new Response(response.body, { status: response.status })
}

async function refuse({ set, status }: ElysiaContext, response: Response) {
  addHeaders(outgoing(set), response.headers)
  const body: unknown = response.body ? await response.json() : ''
  return Reflect.apply(status, undefined, [response.status, body])
}
