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

/** A session as the server gives it to a page: at once, or as a promise that is still on its way. */
type Given<S> = S | null | undefined | PromiseLike<S | null | undefined>

/** The part of a client that hooks read: that of a page has it, and that of a native app. */
type SessionSource<S> = Pick<Client<S>, 'get' | 'subscribe' | 'hydrate'>

interface Provided {
  client: SessionSource<Session>
  session: Given<Session>
}

const Context = createContext<Provided | undefined>(undefined)

/** The session that the server rendered the page with, and the client to go on with. */
export interface SessionProviderProps {
  /** The session, null for nobody, or a promise of either: then only components that call `useSession()` wait for it. */
  session?: Given<Session>
  /** Default `createClient()`; that of a native app is `createNativeClient()`. */
  client?: SessionSource<Session>
  children?: ReactNode
}

/**
 * Gives the components below it the session that the server knows. The first frame shows it, and nobody asks again.
 *
 * @example
 * <SessionProvider session={await auth.session(request)}>…</SessionProvider>
 */
export function SessionProvider({ session, client, children }: SessionProviderProps): ReactElement {
  const value = useMemo(() => ({ client: client ?? createClient(), session }), [client, session])
  return createElement(Context.Provider, { value }, children)
}

/**
 * The session and what went wrong, kept true in every tab. Renders what the server rendered first; suspends for a promised session.
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
  // Before the subscription, which would ask for what is known here.
  useEffect(() => {
    if (session !== undefined) client.hydrate(session)
  }, [client, session])
  const state = useSyncExternalStore(client.subscribe, client.get, () => first)
  const shown = state.session === undefined && !state.error ? first : state
  // The application says which session its server gives.
  return shown as SessionState<SessionOf<Auth>>
}

type Tracked<T> = PromiseLike<T> & { status?: string; value?: T; reason?: unknown }

/** The value of a promise; suspends until it is there. React 18 has no `use()`, and both follow promises by these fields. */
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
