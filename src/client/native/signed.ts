import type { ClientError } from '../../types/client.ts'
import type { SessionState } from '../session-query.ts'
import type { Ask } from './ask.ts'
import { type Kept, kept, type NativeStore } from './kept.ts'
import { isEqual, type KnownState, knownState } from './state.ts'

/** The key of this app on this device, with the last session that was known. */
export interface Signed<S> {
  readonly key: string
  /** When its successor is asked for, in milliseconds since 1970. */
  readonly due: number
  readonly session: S | null
}

/** Who is signed in, as the store and the application know it. */
export interface SignedIn<S> {
  readonly kept: Kept<Signed<S>>
  readonly known: KnownState<S>
  /** Gets a key, and keeps it. A guest's key, sent along, says whose place is taken. */
  grant(fields: Readonly<Record<string, string | undefined>>, key?: string): Promise<S | null>
  forget(): Promise<void>
  /** Asks the application, at most once at a time. */
  refresh(): Promise<SessionState<S>>
  /** Resolves when no answer is on its way. */
  settled(): Promise<unknown>
}

interface Granted<S> {
  access_token: string
  expires_in: number
  session: S | null
}

/** Knows who is signed in. */
export function signedIn<S>(store: NativeStore, app: string, ask: Ask): SignedIn<S> {
  const own: Kept<Signed<S>> = kept(store, `portico.${app}`)
  const known = knownState<S>()
  const { get, show } = known
  let pending: Promise<SessionState<S>> | undefined

  const grant: SignedIn<S>['grant'] = async (fields, before) => {
    const answer = await ask('native-token', {
      ...(before && { key: before }),
      fields: { client_id: app, ...fields },
    })
    const { access_token: key, expires_in, session } = answer as Granted<S>
    await own.write({ key, due: Date.now() + expires_in * 1000, session })
    show(session)
    return session
  }

  const forget = async () => {
    await own.remove()
    show(null)
  }

  /** Asks for the successor. Another program of this device may have been first: then the store has it. */
  const renew = async ({ key }: Signed<S>): Promise<void> => {
    try {
      await grant({ grant_type: 'refresh_token', refresh_token: key })
    } catch (thrown) {
      if ((thrown as ClientError).code !== 'SessionRequired') throw thrown
      const stored = await own.read()
      if (stored && stored.key !== key) show(stored.session)
      else await forget()
    }
  }

  const look = async (): Promise<void> => {
    const found = await own.read()
    if (!found) return show(null)
    // Offline, the last session that was known is better than none.
    if (get().session === undefined && found.session) show(found.session)
    const isDue = Date.now() >= found.due
    const session = isDue ? null : ((await ask('session', found)) as S | null)
    // Only who asks for the successor learns for certain that the key has ended.
    if (session === null) return renew(found)
    if (!isEqual(session, found.session)) await own.write({ ...found, session })
    show(session)
  }

  const refresh = () => {
    pending ??= look()
      .catch((error: ClientError) => show(get().session, error))
      .then(() => {
        pending = undefined
        return get()
      })
    return pending
  }
  return { kept: own, known, grant, forget, refresh, settled: async () => pending }
}
