import {
  type App,
  type InjectionKey,
  inject,
  onMounted,
  onScopeDispose,
  type Plugin,
  type ShallowRef,
  shallowRef,
} from 'vue'
import type { Session } from '../../types/models.ts'
import { type Client, createClient, type SessionOf, type SessionState } from '../index.ts'
import { providedClient } from '../provided-client.ts'

const key: InjectionKey<Client> = Symbol('portico')

/** The session that the server rendered the page with, and the client to go on with. */
export interface SessionPluginOptions {
  /** The session that the server rendered the page with; null if signed out. */
  session?: Session | null | undefined
  /** Default `createClient()`. */
  client?: Client<Session, never>
}

/**
 * A plugin that gives an application the session that the server knows. The first render shows it, without a request.
 *
 * @example
 * app.use(sessionPlugin({ session }))
 */
export function sessionPlugin(options: SessionPluginOptions = {}): Plugin {
  return {
    install({ provide }: App) {
      provide(key, providedClient(options))
    },
  }
}

/**
 * The session and the last error, kept up to date in every tab.
 *
 * @example
 * const state = useSession<typeof auth>() // state.value.session
 */
export function useSession<Auth = unknown>(): Readonly<ShallowRef<SessionState<SessionOf<Auth>>>> {
  const client = inject(key, createClient, true)
  const state = shallowRef(client.get())
  let stop: (() => void) | undefined
  // Not on a server, and not before hydration.
  onMounted(() => {
    stop = client.subscribe((next) => {
      state.value = next
    })
  })
  onScopeDispose(() => stop?.())
  // The application names the type of its own session.
  return state as ShallowRef<SessionState<SessionOf<Auth>>>
}
