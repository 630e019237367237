import { getContext, onDestroy, setContext, untrack } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import { toStore } from 'svelte/store'
import type { Session } from '../../types/models.ts'
import { type Client, createClient, type SessionOf, type SessionState } from '../index.ts'
import { providedClient } from '../provided-client.ts'

const key = Symbol('portico')

/** The session that the server rendered the page with, and the client to go on with. */
export interface ProvidedSession {
  /** The session that the server rendered the page with; null if signed out. A getter may return another one later. */
  session?: Session | null | undefined
  /** Default `createClient()`. */
  client?: Client<Session, never>
}

/**
 * Gives the components below this one the session that the server knows. The first render shows it, without a request.
 *
 * @example
 * provideSession({ get session() { return data.session } })
 */
export function provideSession(provided: ProvidedSession = {}): void {
  const client = providedClient(provided)
  const follow = (session: Session | null | undefined) =>
    untrack(() => session !== undefined && client.hydrate(session))
  // Follows a getter: the server may send the page's data again, as after an action.
  onDestroy(toStore(() => provided.session).subscribe(follow))
  setContext(key, client)
}

/**
 * The session and the last error, kept up to date in every tab. Read its fields where you use them, so that Svelte tracks them.
 *
 * @example
 * const visitor = useSession<typeof auth>() // {visitor.session?.user.name}
 */
export function useSession<Auth = unknown>(): SessionState<SessionOf<Auth>> {
  const client = getContext<Client | undefined>(key) ?? createClient()
  const follow = createSubscriber((update) => {
    let isOpen = false
    // The effect that subscribes has just read the state.
    const stop = client.subscribe(() => isOpen && update())
    isOpen = true
    return stop
  })
  return {
    get session() {
      follow()
      // The application names the type of its own session.
      return client.get().session as SessionOf<Auth> | null | undefined
    },
    get error() {
      follow()
      return client.get().error
    },
  }
}
