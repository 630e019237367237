import type { App } from '../app.ts'
import type { CurrentSession } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { sha256 } from '../crypto/hash.ts'
import { assertAnswered, itemsOf } from '../identity/items.ts'
import { requireStorage } from '../services/require-storage.ts'
import { askStorage } from '../sessions/ask-storage.ts'
import { toCurrentSession, withSessions } from '../sessions/database-sessions.ts'
import type { Item } from '../types/item.ts'
import { type Key, sessionTokenOf } from './key-text.ts'
import { appKey, type KeyFacts } from './kinds.ts'
import type { KnownApp, KnownApps } from './settings.ts'

/** A key whose name is known, with its session, which has not ended. */
export interface FoundKey {
  readonly item: Item<KeyFacts, undefined>
  readonly app: KnownApp
  readonly current: CurrentSession
  /** True if it is time to prolong the session. Only renewing the key does. */
  readonly isDue: boolean
  /** `old`: the secret is not in force any more. Its sender once had the key, because nobody else knows its name. */
  readonly age: 'current' | 'next' | 'old'
}

/** Looks a key up: its item and its session at once. Undefined if there is none, its session has ended, or its app is gone. */
export async function findKey(app: App, apps: KnownApps, key: Key): Promise<FoundKey | undefined> {
  const storage = withSessions(requireStorage(app.config))
  const token = await sessionTokenOf(key)
  const [found, both] = await Promise.all([
    askStorage(() => itemsOf(app, appKey).find(token)),
    askStorage(() => storage.getSessionAndUser(token)),
  ])
  assertAnswered(found)
  if (found.state !== 'readable' || !both) return undefined
  const { item } = found
  const known = apps.get(item.data.app)
  const session = { ...both.session, createdAt: item.createdAt }
  const current = toCurrentSession(app, { ...both, session })
  if (!known || !current || item.userId !== current.userId) return undefined
  const hash = await sha256(key.secret)
  const { key: inForce, next } = item.data
  const age = equal(hash, inForce) ? 'current' : next && equal(hash, next) ? 'next' : 'old'
  const { needsRenewal: isDue } = current
  return { item, app: known, current: { ...current, needsRenewal: false }, isDue, age }
}

/** The facts once the successor is used, which makes the key before it old. */
export function inForce(data: KeyFacts, now: number): KeyFacts {
  return { ...data, key: data.next ?? data.key, next: null, salt: null, since: now }
}
