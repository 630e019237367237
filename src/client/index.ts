import type { ProviderOf, SessionOf } from '../types/client.ts'
import type { Session } from '../types/models.ts'
import type { Actions } from './actions.ts'
import { ask, clientError } from './request.ts'
import type { SessionListener, SessionState } from './session-query.ts'
import { openStore } from './store.ts'

export type {
  ClientError,
  ClientErrorCode,
  LinkedAccount,
  ProviderOf,
  SessionOf,
} from '../types/client.ts'
export type { Session } from '../types/models.ts'
export type { ActionResult, Actions, SignInOptions, SignOutOptions } from './actions.ts'
export type { SessionListener, SessionState } from './session-query.ts'

/** The place of the routes, and the session that is already known. */
export interface ClientOptions<S = Session> {
  /** The origin of the routes, if it is not the page's own. Its `trustedOrigins` must let the page's origin act. */
  url?: string
  /** Default `/api/auth`. */
  basePath?: string
  /** The session that the server rendered the page with; null if signed out. */
  initial?: S | null | undefined
  /** Milliseconds for which an answer is fresh: new listeners cause no request. Default one minute. */
  staleTime?: number
  /** False: the focus of the tab does not refresh the session. Holds for all clients of the page for these routes. Default true. */
  refreshOnFocus?: boolean
}

/** The session of a page's visitor, and the actions on it. */
export interface Client<S = Session, Id extends string = string> extends Actions<S, Id> {
  /** The state that is known now, without a request. */
  get(): SessionState<S>
  /** Calls back with the current state and whenever it changes, in any tab. Returns a function that stops it. */
  subscribe(listener: SessionListener<S>): () => void
  /** Asks the server, with one request at a time. Resolves with the state, which includes any error. */
  refresh(): Promise<SessionState<S>>
  /** Takes a session that the server rendered a part of the page with. The same one a second time changes nothing. */
  hydrate(session: S | null): void
}

/** The session that the application's own `auth` returns. */
type ClientOf<Auth> = Client<SessionOf<Auth>, ProviderOf<Auth>>

/**
 * A client for the pages of an application. All clients of a page for the same routes share their state.
 *
 * @example
 * import type { auth } from './auth.ts'
 * const client = createClient<typeof auth>()
 */
export function createClient<Auth = unknown>({
  url = '',
  basePath = '/api/auth',
  initial,
  staleTime = 60_000,
  refreshOnFocus,
}: ClientOptions<SessionOf<Auth>> = {}): ClientOf<Auth> {
  const base = url.replace(/\/$/, '') + basePath
  const store = openStore<SessionOf<Auth>>(base, staleTime)
  if (initial !== undefined) store.hydrate(initial)
  if (refreshOnFocus !== undefined) store.refreshOnFocus = refreshOnFocus
  const { get, subscribe, refresh, hydrate } = store

  // Most pages only read the session: the code of actions is loaded with the first one.
  const load = async () => {
    const { createActions } = await import('./actions.ts').catch((thrown: unknown) => {
      throw clientError(String(thrown), { code: 'Unavailable' })
    })
    return createActions({ store, base, ask, fail: clientError })
  }
  const actions = actionNames.map((name) => [
    name,
    async (...values: unknown[]) => {
      const loaded = (await load()) as Loaded
      return loaded[name](...values)
    },
  ])
  // Each has the type of the loaded action with its name.
  return { get, subscribe, refresh, hydrate, ...Object.fromEntries(actions) } as ClientOf<Auth>
}

/** The actions as the forwarding code calls them. */
type Loaded = Record<keyof Actions, (...values: unknown[]) => unknown>

const actionNames: readonly (keyof Actions)[] = [
  'signIn',
  'link',
  'unlink',
  'signOut',
  'update',
  'accounts',
  'providers',
]
