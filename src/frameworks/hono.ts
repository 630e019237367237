import type { Context, MiddlewareHandler } from 'hono'
import { withSocketIp } from '../http/client-ip.ts'
import type { AuthInstance, SignInOptions, SignOutOptions } from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import { authErrorResponse } from './shared/auth-error-response.ts'
import { type GuardMaker, guardMaker } from './shared/guard-options.ts'
import { outcomeResponse } from './shared/outcome-response.ts'

/** Options for things that Hono cannot tell by itself. */
export interface HonoOptions {
  /** The runtime's helper for the visitor's address, such as that of `hono/bun`. Not needed on Node. */
  getConnInfo?: (c: Context) => { remote: { address?: string } }
}

/** The functions of a sign-in for Hono. */
export interface HonoAuth<S extends Session, Id extends string> {
  /**
   * Serves the sign-in.
   *
   * @example
   * app.all('/api/auth/*', handler)
   */
  handler(c: Context): Promise<Response>
  /**
   * The session, or null if nobody is signed in. A session that is due is renewed in the response.
   *
   * @example
   * app.get('/', async (c) => c.text(`Hello ${(await session(c))?.user.name ?? 'stranger'}`))
   */
  session(c: Context): Promise<S | null>
  /**
   * Lets only signed-in visitors through, and sets the variable `session`. Others are sent to the sign-in page and back afterwards;
   * programs get status 401.
   *
   * @example
   * app.get('/dashboard', requireSession, (c) => c.text(`Dashboard of ${c.var.session.user.name}`))
   * app.post('/pay', requireSession({ level: 2 }), pay)
   */
  requireSession: GuardMaker<MiddlewareHandler<{ Variables: { session: S } }>>
  /**
   * Starts a sign-in. Without a provider, the person is sent to the sign-in page.
   *
   * @example
   * app.post('/login', (c) => signIn(c, 'tiktok'))
   */
  signIn(c: Context, provider?: Id | (string & {}), options?: SignInOptions): Promise<Response>
  /**
   * Signs out.
   *
   * @example
   * app.post('/logout', (c) => signOut(c))
   */
  signOut(c: Context, options?: SignOutOptions): Promise<Response>
}

/**
 * The sign-in of a Hono application, on any runtime.
 *
 * @example
 * const { handler, session, requireSession, signIn, signOut } = toHono(auth)
 */
export function toHono<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
  { getConnInfo = nodeConnInfo }: HonoOptions = {},
): HonoAuth<S, Id> {
  const addressed = (c: Context) => withSocketIp(c.req.raw, getConnInfo(c).remote.address)
  return {
    async handler(c) {
      const { address } = getConnInfo(c).remote
      return reply(c, await auth.handler(await unreadRequest(c), { address, ...keeping(c) }))
    },
    session(c) {
      return auth.session(c.req.raw, c.finalized ? {} : { response: c.res.headers })
    },
    requireSession: guardMaker((options) => async (c, next) => {
      try {
        const asked = { ...options, response: c.res.headers }
        c.set('session', await auth.requireSession(c.req.raw, asked))
      } catch (error) {
        return reply(c, authErrorResponse(error, c.req.raw))
      }
      await next()
    }),
    async signIn(c, provider, options) {
      const action = auth.signIn(addressed(c), provider, { ...keeping(c), ...options })
      return reply(c, await outcomeResponse(action, c.req.raw))
    },
    async signOut(c, options) {
      return reply(c, await outcomeResponse(auth.signOut(addressed(c), options), c.req.raw))
    },
  }
}

/** Sets the response's headers on the context: once something was set there, Hono drops its cookies and overrules its other headers. */
function reply(c: Context, response: Response): Response {
  for (const [name, value] of response.headers) {
    c.header(name, value, { append: name === 'set-cookie' || name === 'vary' })
  }
  return response
}

/** The request. If earlier middleware has parsed its body, it is rebuilt from what Hono remembers. */
async function unreadRequest({ req }: Context): Promise<Request> {
  const { raw } = req
  if (!raw.bodyUsed) return raw
  const { method, url } = raw
  const headers = new Headers(raw.headers)
  headers.delete('content-length')
  if (!/form/i.test(headers.get('content-type') ?? '')) {
    return new Request(url, { method, headers, body: await req.text() })
  }
  headers.delete('content-type')
  const body = new URLSearchParams()
  for (const [name, value] of await req.formData()) body.append(name, String(value))
  return new Request(url, { method, headers, body })
}

/** The connection of a request, which Hono on Node passes along with it. */
function nodeConnInfo({ env }: Context): { remote: { address?: string } } {
  const address: unknown = env?.incoming?.socket?.remoteAddress
  return { remote: typeof address === 'string' ? { address } : {} }
}

/** Keeps a worker alive for work that goes on after the response. */
const keeping = (c: Context) => ({
  waitUntil(work: Promise<unknown>) {
    try {
      c.executionCtx.waitUntil(work)
    } catch {
      // Not a worker: the process keeps running by itself.
    }
  },
})
