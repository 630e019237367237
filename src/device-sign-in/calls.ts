import { AuthError } from '../errors.ts'
import { allItems } from '../identity/all-items.ts'
import { tellOf } from '../identity/happened.ts'
import { itemsOf } from '../identity/items.ts'
import { requireAsker, requireUserId } from '../identity/require-user.ts'
import { changeUser } from '../identity/ways-in.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { DeviceCalls, OwnDevice } from '../types/device-sign-in.ts'
import { device } from './kinds.ts'
import { isInForce } from './read-device.ts'
import type { DeviceSettings } from './settings.ts'

/** `auth.devices`, for one configuration. */
export function deviceCalls(settings: DeviceSettings, reader: SessionReader): DeviceCalls {
  return {
    devices: {
      list: async (who) => listDevices(settings, reader, await requireUserId(reader, who)),

      async end(who, id) {
        const asker = await requireAsker(reader, who)
        const { userId } = asker
        const client = await changeUser(reader.config, asker, async (inside) => {
          const devices = itemsOf(reader, device, inside)
          const found = await devices.find(id)
          if (found.state !== 'readable' || found.item.userId !== userId)
            throw new AuthError('NotFound', 'The person has no such device', { field: 'id' })
          await devices.delete(id)
          return found.item.data.client
        })
        await tellOf(reader, who, { event: 'endDevice', userId, detail: { client } })
      },
    },
  }
}

/** The devices on which a user is signed in, the newest first. */
export async function listDevices(
  settings: DeviceSettings,
  app: Pick<SessionReader, 'config' | 'services'>,
  userId: string,
): Promise<OwnDevice[]> {
  const user = await requireStorage(app.config).getUser?.(userId)
  if (!user) return []
  const devices: OwnDevice[] = []
  for (const found of await allItems(itemsOf(app, device), userId)) {
    if (found.state !== 'readable' || !isInForce(settings, found.item.data, user)) continue
    const { lookup: id, data, createdAt, lastUsedAt, expires } = found.item
    const { client, scopes, ip } = data
    const name = settings.clients.get(client)?.name ?? client
    const moments = { createdAt, lastUsedAt, expires: expires ?? createdAt }
    devices.push({ id, client, name, scopes, ip: ip || null, ...moments })
  }
  return devices.sort((a, b) => Number(b.createdAt) - Number(a.createdAt))
}
