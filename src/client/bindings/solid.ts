import {
  type Accessor,
  createComponent,
  createContext,
  createRenderEffect,
  createSignal,
  type JSX,
  on,
  onCleanup,
  onMount,
  useContext,
} from 'solid-js'
import type { Session } from '../../types/models.ts'
import { type Client, createClient, type SessionOf, type SessionState } from '../index.ts'
import { providedClient } from '../provided-client.ts'

const Context = createContext<Client>()

/** The session that the server rendered the page with, and the client to go on with. */
export interface SessionProviderProps {
  /** The session that the server rendered the page with; null if signed out. Another one replaces it. */
  session?: Session | null | undefined
  /** Default `createClient()`. */
  client?: Client<Session, never>
  children?: JSX.Element
}

/**
 * Gives the components below it the session that the server knows. The first render shows it, without a request.
 *
 * @example
 * <SessionProvider session={session}>…</SessionProvider>
 */
export function SessionProvider(props: SessionProviderProps): JSX.Element {
  const client = providedClient(props)
  const follow = (session: Session | null | undefined) =>
    session !== undefined && client.hydrate(session)
  // The server may send the page's data again, as after an action.
  createRenderEffect(on(() => props.session, follow))
  return createComponent(Context.Provider, {
    value: client,
    get children() {
      return props.children
    },
  })
}

/**
 * The session and the last error, kept up to date in every tab.
 *
 * @example
 * const state = useSession<typeof auth>() // state().session
 */
export function useSession<Auth = unknown>(): Accessor<SessionState<SessionOf<Auth>>> {
  const client = useContext(Context) ?? createClient()
  const [state, show] = createSignal(client.get())
  // Not on a server, and not before hydration.
  onMount(() => onCleanup(client.subscribe(show)))
  // The application names the type of its own session.
  return state as Accessor<SessionState<SessionOf<Auth>>>
}
