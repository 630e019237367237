import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { happened } from '../identity/happened.ts'
import { itemsOf } from '../identity/items.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import { secondsLeft } from '../sessions/lifetime.ts'
import { type FoundKey, findKey, inForce } from './find-key.ts'
import { type Key, parseKey, successor } from './key-text.ts'
import { appKey, type KeyFacts } from './kinds.ts'
import { refused } from './refusal.ts'
import type { KnownApp, KnownApps } from './settings.ts'

/** An old key is no theft for this long: of two processes that share a store, one may send the key that the other has just replaced. */
const lateMs = 60_000

/** The attempts of a request that collides with others of the same app. */
const tries = 5

/**
 * Gives an app the successor of its key, and prolongs its session. An answer may be lost: the key is valid until its successor is used, and
 * asking with it again returns the same successor.
 */
export async function renewKey(
  context: Context,
  apps: KnownApps,
  app: KnownApp,
  sent: unknown,
): Promise<Key> {
  const key = typeof sent === 'string' ? parseKey(sent) : undefined
  if (!key) throw unknown()
  for (let left = tries; left > 0; left--) {
    const found = await findKey(context, apps, key)
    if (!found || found.app.id !== app.id) throw unknown()
    if (found.age === 'old') throw await endIfStolen(context, found)
    const renewed = await replaceKey(context, found, key, left === tries)
    if (renewed) return renewed
  }
  // The key may still be valid: the app must not get `invalid_grant`.
  throw new AuthError('StorageError', 'The key was changed by others all the time')
}

/** The successor; undefined if another request changed the key meanwhile. */
async function replaceKey(
  context: Context,
  { item, age, current, isDue }: FoundKey,
  key: Key,
  isFirst: boolean,
): Promise<Key | undefined> {
  const given = age === 'current' ? item.data.salt : null
  // A concurrent request gets the same successor as the others. A later one also prolongs the session, since the app was used again.
  if (given && !(isDue && isFirst)) return successor(key, given)
  const now = context.services.now()
  const data: KeyFacts = age === 'next' ? inForce(item.data, now) : item.data
  const salt = given ?? random(16)
  const next = await successor(key, salt)
  const expires = await prolong(context, current.sessionId, item.createdAt)
  const facts = { ...data, salt, next: await sha256(next.secret) }
  const isReplaced = await itemsOf(context, appKey).replace(item, { data: facts, expires })
  return isReplaced ? next : undefined
}

/** Prolongs the session, up to its absolute end. Throws if it has just ended. */
async function prolong(context: Context, sessionToken: string, began: Date): Promise<Date> {
  const { config, services, request } = context
  const now = services.now()
  const seconds = secondsLeft(config.session, now / 1000, began.getTime() / 1000)
  const expires = new Date(now + seconds * 1000)
  const ip = services.clientIp(request)
  const update = requireOperation(requireStorage(config), 'updateSession')
  const seen = { lastUsedAt: new Date(now), ...(ip && { ip }) }
  if ((await update({ sessionToken, expires, ...seen })) === null) throw unknown()
  return expires
}

/** Ends the session of a key whose successor was used: two parties have it, and which of them is the app is unknown (RFC 9700 §4.14). */
async function endIfStolen(context: Context, { item, app }: FoundKey): Promise<AuthError> {
  const { config, services } = context
  const { lookup, userId, data } = item
  if (services.now() - data.since > lateMs && userId !== null) {
    await requireOperation(requireStorage(config), 'deleteSession')(lookup)
    await itemsOf(context, appKey).delete(lookup)
    await happened(context, { event: 'reuseAppKey', userId, detail: { app: app.id } })
  }
  return unknown()
}

function unknown(): AuthError {
  return refused('invalid_grant', 'The key has ended, was replaced, or belongs to another app')
}
