import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { itemsOf } from '../identity/items.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import { secondsLeft } from '../sessions/lifetime.ts'
import type { Storage } from '../types/storage.ts'
import { describeApp } from './device.ts'
import { type Key, makeKey, sessionTokenOf } from './key-text.ts'
import { appKey } from './kinds.ts'
import type { KnownApp } from './settings.ts'

/** The user of a key, and when and how they proved who they are. */
export interface KeyHolder {
  readonly userId: string
  /** Seconds since 1970; 0 if that is not known. */
  readonly authTime: number
  readonly amr: string
}

/** Starts the session of an app on a device, with its first key, inside a transaction. */
export async function startKey(
  context: Context,
  app: KnownApp,
  device: unknown,
  { userId, authTime, amr }: KeyHolder,
  inside: Storage = requireStorage(context.config),
): Promise<Key> {
  const { config, services, request } = context
  const key = makeKey()
  const sessionToken = await sessionTokenOf(key)
  const now = services.now()
  const expires = new Date(now + secondsLeft(config.session, now / 1000, now / 1000) * 1000)
  const userAgent = describeApp(app, device, request.headers.get('user-agent'))
  const ip = services.clientIp(request)
  const facts = { app: app.id, key: await sha256(key.secret), next: null, salt: null, since: now }
  await requireOperation(
    inside,
    'createSession',
  )({
    ...{ sessionToken, userId, expires, amr, userAgent },
    ...(authTime > 0 && { authTime }),
    ...(ip && { ip }),
    createdAt: new Date(now),
    lastUsedAt: new Date(now),
  })
  const item = { lookup: sessionToken, userId, data: facts, secret: undefined, expires }
  await itemsOf(context, appKey, inside).put(item)
  return key
}
