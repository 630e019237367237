import type { ClientError } from '../../types/client.ts'
import { type Ask, notOurs } from './ask.ts'

/** The key of this app on this device, with the last session that was known. */
export interface Signed<S> {
  readonly key: string
  /** The key is not renewed between these moments, in milliseconds since 1970 by the device's clock. */
  readonly since: number
  readonly due: number
  readonly session: S | null
}

/** True if a key must be renewed, also because the clock was set back since. */
export function isDue({ since, due }: Signed<unknown>): boolean {
  const now = Date.now()
  return now >= due || now < since
}

/** The fields of a request for a key. */
export type Fields = Readonly<Record<string, string | undefined>>

interface Granted<S> {
  access_token: string
  expires_in: number
  session: S | null
}

/** Gets a key. Sends the one before along, whose guest the new user may replace. */
export async function obtainKey<S>(
  ask: Ask,
  app: string,
  fields: Fields,
  before?: Signed<S>,
): Promise<Signed<S>> {
  const answer = await ask('native-token', { ...before, fields: { client_id: app, ...fields } })
  const { access_token: key, expires_in, session }: Granted<S> = Object(answer)
  if (!/^portico_app_/.test(key)) throw notOurs()
  const since = Date.now()
  return { key, since, due: since + expires_in * 1000, session }
}

/** The successor of a key; undefined if the key has ended. */
export async function renewKey<S>(
  ask: Ask,
  app: string,
  { key }: Signed<S>,
): Promise<Signed<S> | undefined> {
  try {
    return await obtainKey(ask, app, { grant_type: 'refresh_token', refresh_token: key })
  } catch (thrown) {
    if ((thrown as ClientError).code !== 'SessionRequired') throw thrown
    return undefined
  }
}

/** The session of a key; null if the application knows none. */
export async function askSession<S>(ask: Ask, signed: Signed<S>): Promise<S | null> {
  const answer = await ask('session', signed)
  if (answer === null || Object(answer).user) return answer as S | null
  throw notOurs()
}

/** Ends a key. If the application cannot be reached, the person is signed out all the same. */
export async function endKey<S>(ask: Ask, signed: Signed<S> | undefined): Promise<void> {
  if (signed) await ask('native-revoke', { fields: { token: signed.key } }).catch(() => undefined)
}
