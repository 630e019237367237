import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { bareIp } from '../http/bare-ip.ts'
import { json } from '../http/respond.ts'
import { itemsOf } from '../identity/items.ts'
import type { DeviceClient } from '../types/device-sign-in.ts'
import { userCode, waiting } from './kinds.ts'
import { oauthError } from './oauth-answer.ts'
import type { DeviceSettings } from './settings.ts'
import { makeUserCode, showUserCode } from './user-code.ts'

/** Both codes end after this. */
const seconds = 600

/** RFC 8628 §3.2: the seconds between two polls, unless the device is told to slow down. */
const interval = 5

/** A device that polls too late is told that its code has expired for this long, in milliseconds. */
const graceMs = 600_000

/** `POST /device/code` (RFC 8628 §3.1): a program asks to be signed in. */
export async function begin(settings: DeviceSettings, context: Context): Promise<Response> {
  const { request, services, baseUrl } = context
  const { client_id: id, scope } = await context.body()
  const client = settings.clients.get(String(id))
  if (!client) return oauthError('invalid_client', 'No client has this client_id', 401)
  const scopes = grantable(client, scope)
  if (scopes === undefined)
    return oauthError('invalid_scope', 'The client may not have all of these scopes')
  await services.consumeLimit('deviceCode', { request })
  const deviceCode = random(32)
  const code = makeUserCode()
  const now = services.now()
  const expires = now + seconds * 1000
  const lookup = await sha256(deviceCode)
  await itemsOf(context, waiting).put({
    lookup,
    data: { expires, interval, polledAt: 0 },
    secret: undefined,
    expires: new Date(expires + graceMs),
  })
  const ip = bareIp(services.clientIp(request)) ?? ''
  await itemsOf(context, userCode).put({
    lookup: await sha256(code),
    data: { client: String(id), scopes, ip, device: lookup, askedAt: now, browser: '' },
    secret: undefined,
    expires: new Date(expires),
  })
  const page = `${baseUrl}/device`
  const shown = showUserCode(code)
  return json({
    device_code: deviceCode,
    user_code: shown,
    verification_uri: page,
    verification_uri_complete: `${page}?${new URLSearchParams({ user_code: shown })}`,
    expires_in: seconds,
    interval,
  })
}

/** The scopes that a client asks for, or all that it may have; null if it is not limited, undefined if it asks for too much. */
function grantable({ scopes }: DeviceClient, asked: unknown): string[] | null | undefined {
  // A list in JSON says what it says: it is no wish for everything.
  const words = [asked ?? ''].flat().join(' ').split(' ').filter(Boolean)
  if (!scopes) return words.length === 0 ? null : undefined
  if (words.length === 0) return [...scopes]
  return words.every((word) => scopes.includes(word)) ? [...new Set(words)] : undefined
}
