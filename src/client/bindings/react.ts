'use client'

import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import type { Session } from '../../types/models.ts'
import { type Client, createClient, type SessionOf, type SessionState } from '../index.ts'

/** The session that the server gives to a page, or a promise of it. */
type Given<S> = S | null | undefined | PromiseLike<S | null | undefined>

/** The part of a client that hooks use. Clients of pages and of native apps have it. */
type SessionSource<S> = Pick<Client<S>, 'get' | 'subscribe' | 'hydrate'>

interface Provided {
  client: SessionSource<Session>
  session: Given<Session>
}

const Context = createContext<Provided | undefined>(undefined)

/** The session that the server rendered the page with, and the client to go on with. */
export interface SessionProviderProps {
  /** The session, null if signed out, or a promise of either: then only components that call `useSession()` wait for it. */
  session?: Given<Session>
  /** Default `createClient()`; in a native app, pass `createNativeClient()`. */
  client?: SessionSource<Session>
  children?: ReactNode
}

/**
 * Gives the components below it the session that the server knows. The first render shows it, without a request.
 *
 * @example
 * <SessionProvider session={await auth.session(request)}>…</SessionProvider>
 */
export function SessionProvider({ session, client, children }: SessionProviderProps): ReactElement {
  const value = useMemo(() => ({ client: client ?? createClient(), session }), [client, session])
  return createElement(Context.Provider, { value }, children)
}

/**
 * The session and the last error, kept up to date in every tab. First renders what the server rendered; suspends for a promised session.
 *
 * @example
 * const { session } = useSession<typeof auth>()
 */
export function useSession<Auth = unknown>(): SessionState<SessionOf<Auth>> {
  const provided = useContext(Context)
  const client = useMemo(() => provided?.client ?? createClient(), [provided])
  const session = read(provided?.session)
  const first = useMemo<SessionState<Session>>(
    // As the client will have it: a `Date` is a string there.
    () => ({ session: session && JSON.parse(JSON.stringify(session)), error: undefined }),
    [session],
  )
  // Before the subscription, which would request the session that is known here.
  useEffect(() => {
    if (session !== undefined) client.hydrate(session)
  }, [client, session])
  const state = useSyncExternalStore(client.subscribe, client.get, () => first)
  const shown = state.session === undefined && !state.error ? first : state
  // The application names the type of its own session.
  return shown as SessionState<SessionOf<Auth>>
}

type Tracked<T> = PromiseLike<T> & { status?: string; value?: T; reason?: unknown }

/** The value of a promise; suspends until it is there. React 18 has no `use()`; it tracks promises by these fields, as React 19 does. */
function read<T>(given: T | Tracked<T>): T {
  if (!isPromise(given)) return given
  if (given.status === undefined) {
    given.status = 'pending'
    given.then(
      (value) => Object.assign(given, { status: 'fulfilled', value }),
      (reason) => Object.assign(given, { status: 'rejected', reason }),
    )
  }
  if (given.status === 'rejected') throw given.reason
  if (given.status !== 'fulfilled') throw given
  return given.value as T
}

function isPromise<T>(given: T | Tracked<T>): given is Tracked<T> {
  return typeof given === 'object' && given !== null && 'then' in given
}
