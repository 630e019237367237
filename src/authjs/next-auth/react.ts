'use client'

import { createElement, type ReactElement, type ReactNode, useEffect, useMemo } from 'react'
import {
  SessionProvider as OwnProvider,
  useSession as useOwnSession,
} from '../../client/bindings/react.ts'
import { type Client, createClient } from '../../client/index.ts'
import type { JsonValue, Session } from '../../types/models.ts'
import type { AppProvider } from '../../types/provider.ts'
import { fetchRoute, type RequestContext, routes } from './routes.ts'

export type { SignInResponse } from './sign-in.ts'
export { signIn, signOut } from './sign-in.ts'

/** What `SessionProvider` takes. */
export interface SessionProviderProps {
  children?: ReactNode
  /** What the server knows; null for nobody. */
  session?: Session | null
  /** Where the routes are. Default `/api/auth`. */
  basePath?: string
  /** Means nothing: the routes are at the page's own origin. */
  baseUrl?: string
  /** Seconds between questions. Default: none, besides those of a tab that comes back. */
  refetchInterval?: number
  /** Means nothing: a tab that comes back always asks. */
  refetchOnWindowFocus?: boolean
  /** False: does not ask while there is no network. */
  refetchWhenOffline?: false
}

/** Gives the components below it the session. */
export function SessionProvider(props: SessionProviderProps): ReactElement {
  const { children, session, basePath, refetchInterval, refetchWhenOffline } = props
  if (basePath) routes.basePath = basePath
  useEffect(() => {
    if (!refetchInterval) return
    const ask = () => {
      if (refetchWhenOffline !== false || navigator.onLine) void client().refresh()
    }
    const timer = setInterval(ask, refetchInterval * 1000)
    return () => clearInterval(timer)
  }, [refetchInterval, refetchWhenOffline])
  const path = routes.basePath
  const shared = useMemo(() => createClient({ basePath: path }), [path])
  const given = session === undefined ? {} : { session }
  return createElement(OwnProvider, { client: shared, ...given }, children)
}

/** All clients of a page for the same routes share what they know. */
function client(): Client {
  return createClient({ basePath: routes.basePath })
}

/** Changes what the session says, as the callbacks let it; without a value, asks again. */
export type UpdateSession = (data?: JsonValue) => Promise<Session | null>

/** What `useSession()` returns. */
export type SessionContextValue<R extends boolean = false> =
  | { update: UpdateSession; data: Session; status: 'authenticated' }
  | {
      update: UpdateSession
      data: null
      status: R extends true ? 'loading' : 'unauthenticated' | 'loading'
    }

/** The session of the page's visitor. With `required`, visitors who are not signed in are sent to the sign-in page. */
export function useSession<R extends boolean = false>(options?: {
  required: R
  onUnauthenticated?: () => void
}): SessionContextValue<R> {
  const { session, error } = useOwnSession()
  const isNobody = session === null || (session === undefined && error !== undefined)
  const isRefused = isNobody && options?.required === true
  const onUnauthenticated = options?.onUnauthenticated
  useEffect(() => {
    if (!isRefused) return
    if (onUnauthenticated) return onUnauthenticated()
    const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.href })
    location.assign(`${routes.basePath}/signin?${query}`)
  }, [isRefused, onUnauthenticated])
  if (session) return { data: session, status: 'authenticated', update }
  const status = isNobody && !isRefused ? 'unauthenticated' : 'loading'
  // Of the two, only what `required` leaves over comes here.
  return { data: null, status, update } as SessionContextValue<R>
}

const update: UpdateSession = async (data) =>
  data === undefined ? getSession() : client().update(data)

/** The session, asked of the server. On a server, pass the request. */
export async function getSession(context?: RequestContext): Promise<Session | null> {
  if (typeof window === 'object') return (await client().refresh()).session ?? null
  const session = await fetchRoute<Partial<Session>>('session', context)
  // Version 4 says `{}` for nobody.
  return session?.user ? (session as Session) : null
}

/** The ways to sign in, for a sign-in page of your own. */
export function getProviders(): Promise<Record<string, AppProvider> | null> {
  return fetchRoute('providers')
}

/** A token for forms that say neither where they come from nor who sends them. */
export async function getCsrfToken(context?: RequestContext): Promise<string | undefined> {
  return (await fetchRoute<{ csrfToken: string }>('csrf', context))?.csrfToken
}
