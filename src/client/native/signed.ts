import type { ClientError } from '../../types/client.ts'
import type { SessionState } from '../session-query.ts'
import type { Ask } from './ask.ts'
import { type Kept, kept, type NativeStore } from './kept.ts'
import { askSession, endKey, type Fields, isDue, obtainKey, renewKey, type Signed } from './key.ts'
import { type KnownState, knownState } from './state.ts'

/** The session, as the store and the application know it. */
export interface SignedIn<S> {
  readonly kept: Kept<Signed<S>>
  readonly known: KnownState<S>
  /** Gets a key, and keeps it in place of the one before, which ends. That one is sent along: the new user replaces its guest. */
  grant(fields: Fields): Promise<S | null>
  /** Forgets the key, and ends it at the application if that can be reached. */
  forget(): Promise<void>
  /** Asks the application, with one request at a time. */
  refresh(): Promise<SessionState<S>>
  /** Resolves when no request is under way. */
  settled(): Promise<unknown>
}

/** Keeps the app's key and session up to date. */
export function signedIn<S>(store: NativeStore, app: string, ask: Ask): SignedIn<S> {
  const own: Kept<Signed<S>> = kept(store, `portico.${app}`)
  const known = knownState<S>()
  const { get, show } = known
  let pending: Promise<SessionState<S>> | undefined

  /** Replaces the stored key by another one, or by none. */
  const take = async (next: (before: Signed<S> | undefined) => Promise<Signed<S> | undefined>) => {
    await pending
    const before = await own.read()
    const signed = await next(before)
    await own.change(() => signed)
    const session = signed?.session ?? null
    show(session)
    return { session, ended: endKey(ask, before) }
  }

  const look = async (): Promise<void> => {
    const found = await own.read()
    if (!found) return show(null)
    // Offline, the last session that was known is better than none.
    if (get().session === undefined && found.session) show(found.session)
    const session = isDue(found) ? null : await askSession(ask, found)
    // Only renewing tells for certain that the key has ended.
    const next = session ? { ...found, session } : await renewKey(ask, app, found)
    // If the person signed in or out meanwhile, or another process was first, that holds.
    const now = await own.change((stored) => (stored?.key === found.key ? next : stored))
    show(now?.session ?? null)
  }

  const refresh = () => {
    pending ??= look()
      .catch((error: ClientError) => show(get().session, error))
      // Whatever a listener throws, the client asks again the next time.
      .finally(() => {
        pending = undefined
      })
      .then(get)
    return pending
  }
  return {
    kept: own,
    known,
    grant: async (fields) => (await take((before) => obtainKey(ask, app, fields, before))).session,
    forget: async () => void (await (await take(async () => undefined)).ended),
    refresh,
    settled: async () => pending,
  }
}
