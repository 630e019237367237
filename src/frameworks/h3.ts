import type {
  AuthInstance,
  Outcome,
  SignInOptions,
  SignOutOptions,
} from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import {
  eventKeeper,
  eventMethod,
  eventPath,
  eventRequest,
  eventSource,
  type H3Event,
  withEventHeaders,
} from './h3/event.ts'
import { answer, refusal } from './h3/refusal.ts'
import { openSocket, type UpgradeRequest } from './h3/upgrade.ts'
import { fillSession } from './shared/fill-session.ts'
import { type GuardOptions, sharedSession } from './shared/guard-options.ts'
import { keeping } from './shared/keeping.ts'
import { outcomeResponse } from './shared/outcome-response.ts'

export type { H3Event, NodeEvent, WebEvent } from './h3/event.ts'
export { errorHandler } from './h3/refusal.ts'
export type { UpgradeRequest } from './h3/upgrade.ts'

/** The functions of a sign-in for h3 and Nitro. */
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
  /** The session, or null if nobody is signed in. It is read once per event; the response to a GET renews a session that is due. */
  session(event: H3Event): Promise<S | null>
  /**
   * The session. Visitors without one are sent to the sign-in page and back afterwards; programs get status 401.
   *
   * @example
   * export default defineEventHandler((event) => requireSession(event))
   */
  requireSession(event: H3Event, options?: GuardOptions): Promise<S>
  /**
   * Starts a sign-in: return its response. Without a provider it leads to the sign-in page.
   *
   * @example
   * export default defineEventHandler((event) => signIn(event, 'tiktok'))
   */
  signIn(event: H3Event, provider?: Id | (string & {}), options?: SignInOptions): Promise<Response>
  /** Signs out: return its response. */
  signOut(event: H3Event, options?: SignOutOptions): Promise<Response>
  /**
   * Lets only signed-in visitors open a WebSocket, from a page of this origin.
   *
   * @example
   * export default defineWebSocketHandler({ upgrade, open: (peer) => void peer.send('hello') })
   */
  upgrade(request: UpgradeRequest): Promise<void>
  /** The session of the person who opened a WebSocket that `upgrade` let through. */
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
  const act = (event: H3Event, action: (request: Request) => Promise<Outcome>) =>
    answer(event, (request) => outcomeResponse(action(request), eventSource(event)))

  return {
    handler: (event) =>
      answer(event, (request) => auth.handler(request, keeping(eventKeeper(event)))),
    async middleware(event) {
      // Our own routes renew sessions themselves.
      if (eventPath(event).startsWith(`${auth.basePath}/`)) return
      await fillSession(event.context, session(event), (error) => refusal(event, error))
    },
    session,
    async requireSession(event, options) {
      try {
        const found = await sharedSession(() => session(event), options)
        return found ?? (await auth.requireSession(eventRequest(event), options))
      } catch (error) {
        throw refusal(event, error)
      }
    },
    signIn: async (event, provider, options) =>
      act(event, (request) =>
        auth.signIn(request, provider, { ...keeping(eventKeeper(event)), ...options }),
      ),
    signOut: async (event, options) => act(event, (request) => auth.signOut(request, options)),
    upgrade: (request) => openSocket(auth, request),
    // `upgrade` has put it there.
    peerSession: ({ context }) => Reflect.get(context, 'session') as S,
  }
}
