import type { Context } from '../context.ts'
import type { OwnDevice } from '../types/device-sign-in.ts'
import type { PageText } from '../types/language.ts'
import type { AccountItem, AccountSection } from '../types/views.ts'
import { listDevices } from './calls.ts'
import type { DeviceSettings } from './settings.ts'
import { deviceText } from './text.ts'

/** The devices of a person, with a button that signs each of them out. */
export async function accountSection(
  settings: DeviceSettings,
  context: Context,
  { id: userId }: { id: string },
  say: PageText,
): Promise<AccountSection> {
  const own = await deviceText(context)
  const { baseUrl } = context
  const item = ({ id, name, scopes, ip, lastUsedAt }: OwnDevice): AccountItem => ({
    name,
    icon: 'key',
    facts: [
      ...(scopes ? [scopes.join(', ')] : []),
      ...(ip ? [ip] : []),
      lastUsedAt ? { label: say.lastUsed, at: lastUsedAt } : own.neverUsed,
    ],
    actions: [
      { label: own.end, action: `${baseUrl}/account`, fields: { action: 'endDevice', id } },
    ],
  })
  return {
    title: own.devices,
    none: own.none,
    items: (await listDevices(settings, context, userId)).map(item),
    more: { href: `${baseUrl}/device`, label: own.add },
  }
}
