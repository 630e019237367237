import type { AuthInstance, SignInOptions } from '../auth.ts'
import { AuthError } from '../errors.ts'
import { json } from '../http/respond.ts'
import type { Session } from '../types/models.ts'
import {
  eventMethod,
  eventPath,
  eventRequest,
  eventSource,
  type H3Event,
  inOrder,
  setLocation,
  withEventHeaders,
} from './h3/event.ts'
import { Refusal } from './h3/refusal.ts'
import { authErrorResponse } from './shared/auth-error-response.ts'
import { outcomeResponse } from './shared/outcome-response.ts'

export type { H3Event, NodeEvent, WebEvent } from './h3/event.ts'

/** The request that opens a WebSocket, as crossws hands it to `upgrade`. */
export interface UpgradeRequest {
  readonly headers: Headers
  readonly context: object
}

/** The verbs of a sign-in, as h3 and Nitro speak them. */
export interface H3Auth<S extends Session, Id extends string> {
  /**
   * Serves the sign-in.
   *
   * @example
   * app.all('/api/auth/**', handler)
   */
  handler(event: H3Event): Promise<Response>
  /**
   * Fills `event.context.session`, and renews a session that is due.
   *
   * @example
   * app.use(middleware)
   */
  middleware(event: H3Event): Promise<void>
  /** Who sent this request, or null. It is read once per event; the response to a GET renews a session that is due. */
  session(event: H3Event): Promise<S | null>
  /**
   * The session. Others are sent to the sign-in page and back afterwards; programs get status 401.
   *
   * @example
   * export default defineEventHandler((event) => requireSession(event))
   */
  requireSession(event: H3Event): Promise<S>
  /**
   * Starts a sign-in: return what it returns. Without a provider it leads to the sign-in page.
   *
   * @example
   * export default defineEventHandler((event) => signIn(event, 'tiktok'))
   */
  signIn(event: H3Event, provider?: Id | (string & {}), options?: SignInOptions): Promise<Response>
  /** Signs out: return what it returns. */
  signOut(event: H3Event, options?: { callbackUrl?: string; provider?: string }): Promise<Response>
  /**
   * Lets only those open a WebSocket who are signed in, from a page of this origin.
   *
   * @example
   * export default defineWebSocketHandler({ upgrade, open: (peer) => void peer.send('hello') })
   */
  upgrade(request: UpgradeRequest): Promise<void>
  /** Who opened a WebSocket that `upgrade` let through. */
  peerSession(peer: { readonly context: object }): S
}

/**
 * The sign-in of an application on h3 or Nitro, version 1 or 2 of h3.
 *
 * @example
 * export const { handler, session, requireSession, signIn, signOut } = toH3(auth)
 */
export function toH3<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
): H3Auth<S, Id> {
  const known = new WeakMap<H3Event, Promise<S | null>>()
  const remembered = (event: H3Event, read: () => Promise<S | null>) => {
    const found = known.get(event) ?? read()
    known.set(event, found)
    return found
  }
  const session = (event: H3Event) => {
    const source = eventSource(event)
    return remembered(event, () =>
      // A form may sign out in the same response.
      eventMethod(event) === 'GET'
        ? withEventHeaders(event, (response) => auth.session(source, { response }))
        : auth.session(source),
    )
  }
  return {
    handler: async (event) => inOrder(event, await auth.handler(eventRequest(event))),
    async middleware(event) {
      // Our own routes renew sessions themselves.
      if (eventPath(event).startsWith(`${auth.basePath}/`)) return
      Object.assign(event.context, { session: await session(event) })
    },
    session,
    async requireSession(event) {
      const found = await session(event)
      if (found) return found
      return auth.requireSession(eventRequest(event)).catch((error: unknown) => {
        throw refusal(event, error)
      })
    },
    signIn: async (event, provider, options) =>
      inOrder(
        event,
        await outcomeResponse(
          auth.signIn(eventRequest(event), provider, options),
          eventSource(event),
        ),
      ),
    signOut: async (event, options) =>
      inOrder(
        event,
        await outcomeResponse(auth.signOut(eventRequest(event), options), eventSource(event)),
      ),
    async upgrade(request) {
      const found = await auth.session(request, { sameOrigin: true })
      if (!found) throw new Refusal('SessionRequired', json({ error: 'SessionRequired' }, 401))
      Object.assign(request.context, { session: found })
    },
    // `upgrade` has put it there.
    peerSession: ({ context }) => Reflect.get(context, 'session') as S,
  }
}

function refusal(event: H3Event, error: unknown): unknown {
  if (!(error instanceof AuthError)) return error
  const response = authErrorResponse(error, eventSource(event))
  const location = response.headers.get('location')
  if (location) setLocation(event, location)
  return new Refusal(error.code, response)
}

/**
 * For Nitro 2, whose own errors have another shape: answers with the JSON that programs get everywhere else. The Nuxt module sets it.
 *
 * @example
 * export { errorHandler as default } from 'portico/h3'
 */
export async function errorHandler(
  error: unknown,
  event: { respondWith(response: Response): Promise<void> },
): Promise<void> {
  if (error instanceof Refusal) await event.respondWith(error.response)
}
