import type { PartCode } from '../methods/part-code.ts'
import type { DeviceCalls } from '../types/device-sign-in.ts'
import { accountSection } from './account-section.ts'
import { begin } from './begin.ts'
import { deviceCalls } from './calls.ts'
import { answerPage } from './page.ts'
import { poll } from './poll.ts'
import { revoke } from './revoke.ts'
import type { DeviceSettings } from './settings.ts'

/** Everything that device sign-in does besides reading sessions. */
export function createCode(settings: DeviceSettings): PartCode<undefined, DeviceCalls> {
  return {
    calls: (reader) => deviceCalls(settings, reader),
    pathHandlers: {
      device: (context, _provider, reader) => answerPage(settings, context, reader),
      'device/code': (context) => begin(settings, context),
      'device/token': (context) => poll(settings, context),
      'device/revoke': (context) => revoke(settings, context),
    },
    accountSection: (context, _providers, user, say) =>
      accountSection(settings, context, user, say),
    // Whoever does not know a device ends it at once, as they would a session.
    harmlessActions: {
      endDevice: ({ request }, _provider, { id }, reader) =>
        deviceCalls(settings, reader).devices.end(request, String(id)),
    },
  }
}
