import type { ClientError } from '../../types/client.ts'
import type { SessionState } from '../session-query.ts'
import { type Ask, notOurs } from './ask.ts'
import { type Kept, kept, type NativeStore } from './kept.ts'
import { type KnownState, knownState } from './state.ts'

/** The key of this app on this device, with the last session that was known. */
export interface Signed<S> {
  readonly key: string
  /** From when to when no successor is asked for, in milliseconds since 1970 by the clock of the device. */
  readonly since: number
  readonly due: number
  readonly session: S | null
}

/** Who is signed in, as the store and the application know it. */
export interface SignedIn<S> {
  readonly kept: Kept<Signed<S>>
  readonly known: KnownState<S>
  /** Gets a key, and keeps it in place of the one before, which ends. That one is sent along: if it is a guest's, their place is taken. */
  grant(fields: Fields): Promise<S | null>
  /** Forgets the key, and ends it at the application if that can be reached. */
  forget(): Promise<void>
  /** Asks the application, at most once at a time. */
  refresh(): Promise<SessionState<S>>
  /** Resolves when no answer is on its way. */
  settled(): Promise<unknown>
}

type Fields = Readonly<Record<string, string | undefined>>

interface Granted<S> {
  access_token: string
  expires_in: number
  session: S | null
}

/** Whether the successor of a key is asked for. A clock that was set back since knows nothing about that. */
export function isDue({ since, due }: Signed<unknown>): boolean {
  const now = Date.now()
  return now >= due || now < since
}

/** Knows who is signed in. */
export function signedIn<S>(store: NativeStore, app: string, ask: Ask): SignedIn<S> {
  const own: Kept<Signed<S>> = kept(store, `portico.${app}`)
  const known = knownState<S>()
  const { get, show } = known
  let pending: Promise<SessionState<S>> | undefined

  const obtain = async (fields: Fields, before?: Signed<S>): Promise<Signed<S>> => {
    const answer = await ask('native-token', { ...before, fields: { client_id: app, ...fields } })
    const { access_token: key, expires_in, session }: Granted<S> = Object(answer)
    if (!/^portico_app_/.test(key)) throw notOurs()
    const since = Date.now()
    return { key, since, due: since + expires_in * 1000, session }
  }

  /** Whoever cannot reach the application is signed out here all the same. */
  const end = async (signed: Signed<S> | undefined) =>
    signed && ask('native-revoke', { fields: { token: signed.key } }).catch(() => undefined)

  const grant: SignedIn<S>['grant'] = async (fields) => {
    await pending
    const before = await own.read()
    const signed = await obtain(fields, before)
    await own.change(() => signed)
    show(signed.session)
    end(before)
    return signed.session
  }

  const forget = async () => {
    await pending
    const before = await own.read()
    await own.change(() => undefined)
    show(null)
    await end(before)
  }

  /** Keeps what became of a key, unless somebody signed in or out meanwhile, or another program of the device was first. */
  const replace = async ({ key }: Signed<S>, next: Signed<S> | undefined): Promise<void> => {
    const now = await own.change((stored) => (stored?.key === key ? next : stored))
    show(now?.session ?? null)
  }

  const renew = async (found: Signed<S>): Promise<void> => {
    try {
      const fields = { grant_type: 'refresh_token', refresh_token: found.key }
      await replace(found, await obtain(fields))
    } catch (thrown) {
      if ((thrown as ClientError).code !== 'SessionRequired') throw thrown
      await replace(found, undefined)
    }
  }

  const look = async (): Promise<void> => {
    const found = await own.read()
    if (!found) return show(null)
    // Offline, the last session that was known is better than none.
    if (get().session === undefined && found.session) show(found.session)
    const session = isDue(found) ? null : ((await ask('session', found)) as S | null)
    // Only who asks for the successor learns for certain that the key has ended.
    if (session === null) return renew(found)
    if (!Object(session).user) throw notOurs()
    await replace(found, { ...found, session })
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
  return { kept: own, known, grant, forget, refresh, settled: async () => pending }
}
