'use client'

import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import {
  SessionProvider as OwnProvider,
  useSession as useOwnSession,
} from '../../client/bindings/react.ts'
import { type Client, createClient } from '../../client/index.ts'
import type { JsonValue, Session } from '../../types/models.ts'
import type { AppProvider } from '../../types/provider.ts'
import { fetchRoute, type RequestContext, routes } from './routes.ts'

export type { RequestContext as GetSessionParams } from './routes.ts'
export type {
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from './sign-in.ts'
export { signIn, signOut } from './sign-in.ts'

/** A session as applications of `next-auth` write one for their tests: Auth.js has neither `authTime` nor `amr`. */
export type GivenSession = Omit<Session, 'authTime' | 'amr'> &
  Partial<Pick<Session, 'authTime' | 'amr'>>

/** Properties of `SessionProvider`. */
export interface SessionProviderProps {
  children?: ReactNode
  /** The session, if the server has read it; null if nobody is signed in. */
  session?: GivenSession | null
  /** The path of the routes. Default `/api/auth`. */
  basePath?: string
  /** Ignored, as in Auth.js: the routes are at the page's own origin. */
  baseUrl?: string
  /** Seconds between refreshes while somebody is signed in. Default: refreshes only when the tab gets the focus. */
  refetchInterval?: number
  /** False: getting the focus does not refresh the session. */
  refetchOnWindowFocus?: boolean
  /** False: does not refresh by interval while offline. */
  refetchWhenOffline?: false
}

/** Gives the components below it the session. */
export function SessionProvider(props: SessionProviderProps): ReactElement {
  const { children, session, basePath, refetchInterval, refetchWhenOffline } = props
  const { refetchOnWindowFocus: refreshOnFocus = true } = props
  if (basePath) routes.basePath = basePath
  useEffect(() => {
    if (!refetchInterval) return
    const ask = () => {
      const mayAsk = refetchWhenOffline !== false || navigator.onLine
      if (mayAsk && client().get().session) void client().refresh()
    }
    const timer = setInterval(ask, refetchInterval * 1000)
    return () => clearInterval(timer)
  }, [refetchInterval, refetchWhenOffline])
  const path = routes.basePath
  const shared = useMemo(
    () => createClient({ basePath: path, refreshOnFocus }),
    [path, refreshOnFocus],
  )
  // Nothing here reads the fields that it may lack.
  const given = session === undefined ? {} : { session: session as Session | null }
  const inside = createElement(Inside, null, children)
  return createElement(OwnProvider, { client: shared, ...given }, inside)
}

/** Translates the session of our own provider into the form of Auth.js. */
function Inside({ children }: { children?: ReactNode }): ReactElement {
  const { session, error } = useOwnSession()
  const value = useMemo<SessionContextValue>(() => {
    if (session) return { data: session, status: 'authenticated', update }
    const { status = 500 } = error ?? {}
    // If the server is down or unreachable, the visitor may still be signed in. The client asks again.
    const isNobody = session === null || (status >= 400 && status < 429)
    return { data: null, status: isNobody ? 'unauthenticated' : 'loading', update }
  }, [session, error])
  return createElement(SessionContext.Provider, { value }, children)
}

/** All clients of a page for the same routes share their state. */
function client(): Client {
  return createClient({ basePath: routes.basePath })
}

/** Updates the session, as the callbacks allow; without a value, refreshes it. */
export type UpdateSession = (data?: unknown) => Promise<Session | null>

/** The result of `useSession()`. */
export type SessionContextValue<R extends boolean = false, S = Session> =
  | { update: UpdateSession; data: S; status: 'authenticated' }
  | {
      update: UpdateSession
      data: null
      status: R extends true ? 'loading' : 'unauthenticated' | 'loading'
    }

/** Options of `useSession()`. */
export interface UseSessionOptions<R extends boolean> {
  required: R
  /** Called instead of going to the sign-in page. */
  onUnauthenticated?: () => void
}

/** The context that `useSession()` reads. A test can put a session of its own there. */
export const SessionContext: Context<SessionContextValue<false, GivenSession> | undefined> =
  createContext<SessionContextValue<false, GivenSession> | undefined>(undefined)

/** The session of the page's visitor. With `required`, visitors who are not signed in are sent to the sign-in page. */
export function useSession<R extends boolean = false>(
  options?: UseSessionOptions<R>,
): SessionContextValue<R> {
  const value = useContext(SessionContext)
  if (!value) throw new Error('`useSession` needs a <SessionProvider> around the page')
  const isRefused = value.status === 'unauthenticated' && options?.required === true
  const latest = useRef<(() => unknown) | undefined>(undefined)
  // Most applications pass a new function with every render, which is no reason to call it again.
  useEffect(() => {
    latest.current = options?.onUnauthenticated
  })
  useEffect(() => {
    if (isRefused) (latest.current ?? toSignIn)()
  }, [isRefused])
  // With `required`, the visitor is on the way to the sign-in page.
  return (isRefused ? { ...value, status: 'loading' } : value) as SessionContextValue<R>
}

function toSignIn(): void {
  const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.href })
  location.assign(`${routes.basePath}/signin?${query}`)
}

const update: UpdateSession = async (data) =>
  // Values that JSON cannot express are lost, as in Auth.js.
  data === undefined ? getSession() : client().update(data as JsonValue)

/** Fetches the session. On a server, pass the request. */
export async function getSession(context?: RequestContext): Promise<Session | null> {
  if (typeof window === 'object') return (await client().refresh()).session ?? null
  const session = await fetchRoute<Partial<Session>>('session', context)
  // Version 4 answers `{}` if nobody is signed in.
  return session?.user ? (session as Session) : null
}

/** A provider, with only what pages may know. */
export type ClientSafeProvider = AppProvider

/** One of these texts, which an editor completes, or any other. */
export type LiteralUnion<T extends string> = T | (string & {})

/** The ways to sign in, for a sign-in page of your own. */
export function getProviders(): Promise<Record<string, ClientSafeProvider> | null> {
  return fetchRoute('providers')
}

/** A token for forms whose request does not tell which site sent it. */
export async function getCsrfToken(context?: RequestContext): Promise<string | undefined> {
  return (await fetchRoute<{ csrfToken: string }>('csrf', context))?.csrfToken
}
