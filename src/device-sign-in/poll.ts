import { makeToken } from '../access-tokens/token-text.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { json } from '../http/respond.ts'
import { itemsOf } from '../identity/items.ts'
import { inTransaction } from '../identity/ways-in.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { Item } from '../types/item.ts'
import type { Storage } from '../types/storage.ts'
import { answer, type DeviceAnswer, device, type Waiting, waiting } from './kinds.ts'
import { oauthError } from './oauth-answer.ts'
import type { DeviceSettings } from './settings.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'

/** RFC 8628 §3.5: a device that polls too fast waits so many seconds longer each time. */
const slower = 5

/** An answer that took its time on the way makes no poll too early, in milliseconds. */
const toleranceMs = 1000

/** `POST /device/token` (RFC 8628 §3.4): a device asks whether the person has answered. */
export async function poll(settings: DeviceSettings, context: Context): Promise<Response> {
  const { request, services } = context
  const { grant_type: grant, client_id: client, device_code: code } = await context.body()
  if (grant !== grantType) return oauthError('unsupported_grant_type', `Use ${grantType}`)
  if (!settings.clients.has(String(client)))
    return oauthError('invalid_client', 'No client has this client_id', 401)
  if (typeof code !== 'string' || code === '')
    return oauthError('invalid_request', 'The device_code is missing')
  await services.consumeLimit('devicePoll', { request })
  const lookup = await sha256(code)
  const found = await itemsOf(context, waiting).find(lookup)
  if (found.state === 'unreadable') throw found.cause
  if (found.state === 'none') return oauthError('invalid_grant', 'The device_code is not known')
  if (found.item.data.expires <= services.now())
    return oauthError('expired_token', 'The device_code has expired')
  if (!(await isInTime(context, found.item)))
    return oauthError('slow_down', `Wait ${slower} seconds longer between two polls`)
  return redeem(settings, context, lookup, String(client))
}

/** True if a device waited long enough, by our clock or by that of the database. Of polls at the same moment one did. */
async function isInTime(context: Context, item: Item<Waiting, undefined>): Promise<boolean> {
  const { version, data } = item
  const { interval, polledAt } = data
  const now = context.services.now()
  // The poll before may have been at another server, whose clock is ahead of ours.
  const isEarly =
    now - polledAt < interval * 1000 - toleranceMs &&
    !(await startsRest(context, item, version, interval))
  const next = { polledAt: now, interval: isEarly ? interval + slower : interval }
  await startsRest(context, item, version + 1, next.interval)
  const isFirst = await itemsOf(context, waiting).replace(item, { data: { ...data, ...next } })
  return isFirst && !isEarly
}

/** Lets a device rest before it is polled for in this version, by the database's clock. Not true while it rests, or where a storage has no leases. */
async function startsRest(
  { config }: Context,
  { lookup }: Item<Waiting, undefined>,
  version: number,
  interval: number,
): Promise<boolean | undefined> {
  const key = `device ${lookup} ${version}`
  return requireStorage(config).lease?.(key, interval - toleranceMs / 1000, random(12))
}

/** Turns an approval into a key, once. */
async function redeem(
  settings: DeviceSettings,
  context: Context,
  lookup: string,
  client: string,
): Promise<Response> {
  const key = makeToken(settings.prefix)
  const storage = requireStorage(context.config)
  const given = await inTransaction(storage, async (inside) => {
    const taken = await itemsOf(context, answer, inside).take(lookup)
    if (taken.state !== 'readable') return undefined
    await itemsOf(context, waiting, inside).delete(lookup)
    const isGiven = await keep(settings, context, inside, { key, client, item: taken.item })
    return { isGiven, scopes: taken.item.data.scopes }
  })
  if (!given) return oauthError('authorization_pending', 'The person has not answered yet')
  if (!given.isGiven) return oauthError('access_denied', 'The person refused, or is gone')
  return json({
    access_token: key,
    token_type: 'Bearer',
    expires_in: settings.maxAgeSeconds,
    ...(given.scopes && { scope: given.scopes.join(' ') }),
  })
}

/** Signs the device in, unless the person refused, was signed out everywhere since, or another client has the code. */
async function keep(
  { maxAgeSeconds }: DeviceSettings,
  context: Context,
  inside: Storage,
  { key, client, item }: { key: string; client: string; item: Item<DeviceAnswer, undefined> },
): Promise<boolean> {
  const { userId, data } = item
  const { approved, ...facts } = data
  const user = userId === null ? null : await inside.getUser?.(userId)
  if (!approved || !user || data.client !== client) return false
  if ((user.sessionGeneration ?? '') !== data.generation) return false
  await itemsOf(context, device, inside).put({
    lookup: await sha256(key),
    userId: user.id,
    data: facts,
    secret: undefined,
    expires: new Date(context.services.now() + maxAgeSeconds * 1000),
  })
  return true
}
