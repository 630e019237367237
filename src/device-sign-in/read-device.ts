import { recordUse } from '../access-tokens/last-use.ts'
import { toCurrentSession } from '../access-tokens/read-token.ts'
import { isAllowed } from '../access-tokens/scopes.ts'
import { isToken } from '../access-tokens/token-text.ts'
import type { App } from '../app.ts'
import type { CurrentSession } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { assertAnswered, itemsOf } from '../identity/items.ts'
import { askStorage } from '../sessions/ask-storage.ts'
import type { SessionDemands } from '../sessions/bearer.ts'
import type { StoredUser } from '../types/storage.ts'
import { type Device, device } from './kinds.ts'
import type { DeviceSettings } from './settings.ts'

/** The means by which keys of devices are read. */
export interface DeviceReader {
  readonly app: App
  readonly settings: DeviceSettings
  /** The moments at which this process recorded a use of each key, in milliseconds since 1970. */
  readonly lastUses: Map<string, number>
}

/** The session of a device, in one round trip; null if its key is no good, or may not do what is asked. */
export async function readDevice(
  reader: DeviceReader,
  key: string,
  demands: SessionDemands,
): Promise<CurrentSession | null> {
  const { app, settings } = reader
  if (!isToken(settings.prefix, key)) return null
  const lookup = await sha256(key)
  const found = await askStorage(() => itemsOf(app, device).findWithUser(lookup))
  assertAnswered(found)
  if (found.state !== 'readable' || !found.user) return null
  const { item, user } = found
  if (!isInForce(settings, item.data, user)) return null
  const { scopes } = item.data
  // Without limits it has whatever is asked for, but proves nothing.
  const rule = { defaultScopes: scopes ? undefined : [] }
  if (!isAllowed(rule, scopes ?? demands.scopes ?? [], demands)) return null
  await recordUse(reader, device, item)
  return toCurrentSession(item, user, scopes)
}

/** True if a device counts: its program is still configured, and its user was not signed out everywhere since. */
export function isInForce(
  { clients }: DeviceSettings,
  { client, generation }: Device,
  user: StoredUser,
): boolean {
  return clients.has(client) && (user.sessionGeneration ?? '') === generation
}
