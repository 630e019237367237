import { isToken } from '../access-tokens/token-text.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { json } from '../http/respond.ts'
import { happened } from '../identity/happened.ts'
import { itemsOf } from '../identity/items.ts'
import { device } from './kinds.ts'
import type { DeviceSettings } from './settings.ts'

/** `POST /device/revoke` (RFC 7009): a device signs itself out. A key that does not exist is answered like one that did. */
export async function revoke(settings: DeviceSettings, context: Context): Promise<Response> {
  const { token } = await context.body()
  if (typeof token !== 'string' || !isToken(settings.prefix, token)) return json({})
  const taken = await itemsOf(context, device).take(await sha256(token))
  if (taken.state === 'unreadable') throw taken.cause
  if (taken.state === 'readable' && taken.item.userId !== null) {
    const { userId, data } = taken.item
    await happened(context, { event: 'endDevice', userId, detail: { client: data.client } })
  }
  return json({})
}
