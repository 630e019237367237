import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import { allItems } from '../identity/all-items.ts'
import { itemsOf } from '../identity/items.ts'
import { browserToken } from '../methods/browser-token.ts'
import type { Item } from '../types/item.ts'
import type { Storage } from '../types/storage.ts'
import { device } from './kinds.ts'

/** The longest that browsers keep a cookie. Sessions end earlier: whoever comes back after one has ended is no stranger. */
const deviceSeconds = 400 * 86_400

const cookie = 'notices-device'

type Device = Item<Record<string, never>, undefined>

/** The tokens of browsers that got theirs in this very request. */
const fresh = new WeakMap<Context, string>()

/** Remembers this browser for a user. False if it was not known: whatever cannot be read is not. */
export async function meetDevice(context: Context, userId: string): Promise<boolean> {
  const { cookies, services } = context
  const token = fresh.get(context) ?? browserToken(context, cookie)
  const lookup = await sha256(`${userId} ${token}`)
  const devices = itemsOf(context, device)
  const expires = new Date(services.now() + deviceSeconds * 1000)
  fresh.set(context, token)
  const found = await devices.find(lookup)
  cookies.set(cookie, token, { maxAge: deviceSeconds })
  if (found.state === 'readable') {
    await devices.replace(found.item, { expires })
    return true
  }
  if (found.state === 'none')
    await devices
      .put({ lookup, userId, data: {}, secret: undefined, expires })
      .catch(ignoreConflict)
  return false
}

/** Another tab was faster, or the user has no row of ours. */
function ignoreConflict(thrown: unknown): void {
  if (!(thrown instanceof AuthError && thrown.code === 'StorageConflict')) throw thrown
}

/** Forgets devices of a user. */
export async function forgetDevices(
  context: Context,
  inside: Storage,
  userId: string,
  isMeant: (device: Device) => boolean,
): Promise<void> {
  const devices = itemsOf(context, device, inside)
  for (const each of await devicesOf(context, inside, userId))
    if (isMeant(each)) await devices.delete(each.lookup)
}

/** The devices of a user that can be read. */
export async function devicesOf(
  context: Context,
  inside: Storage,
  userId: string,
): Promise<Device[]> {
  const all = await allItems(itemsOf(context, device, inside), userId)
  return all.flatMap((found) => (found.state === 'readable' ? found.item : []))
}
