// The entry point of device sign-in: docs/devices.md says how televisions and terminals use it.

import { configError } from '../config/problems.ts'
import { answer, device, part, userCode, waiting } from '../device-sign-in/kinds.ts'
import { sessionReader } from '../device-sign-in/session-reader.ts'
import { readSettings } from '../device-sign-in/settings.ts'
import type { Part } from '../methods/part-code.ts'
import type { DeviceCalls, DeviceSignInOptions } from '../types/device-sign-in.ts'

export type {
  DeviceCalls,
  DeviceClient,
  DeviceNamespace,
  DeviceSignInOptions,
  DeviceText,
  OwnDevice,
} from '../types/device-sign-in.ts'

/** The part, with the events that it adds to `events`. */
export interface DeviceSignInPart extends Part<DeviceCalls> {
  readonly events: readonly ('approveDevice' | 'denyDevice' | 'endDevice')[]
}

const tenMinutes = 600

/**
 * Signs people in on televisions, in terminals and on other devices without a keyboard or a browser (RFC 8628): the device shows a code,
 * the person enters it on their phone and approves.
 *
 * @example
 * Auth({ providers, database, parts: [DeviceSignIn({ clients: { 'acme-tv': 'Acme TV' } })] })
 */
export function DeviceSignIn(options: DeviceSignInOptions): DeviceSignInPart {
  const settings = readSettings(options)
  const post = { methods: ['POST'], provider: 'none' } as const
  return {
    name: part,
    complete({ hasStorage }) {
      if (hasStorage) return this
      throw configError(`parts.${part}`, 'Device sign-in needs a storage', 'Pass `database`.')
    },
    // Every signed-in user could guess a user code; a household has few devices that ask at once.
    limits: {
      deviceCode: { perAccount: Infinity, perClient: 30, seconds: tenMinutes },
      deviceUserCode: { perAccount: 10, perClient: 50, seconds: tenMinutes },
      devicePoll: { perAccount: Infinity, perClient: 3000, seconds: tenMinutes },
    },
    paths: {
      device: { methods: ['GET', 'POST'], provider: 'none' },
      'device/code': post,
      'device/token': post,
      'device/revoke': post,
    },
    namespaces: { devices: ['list', 'end'] },
    events: ['approveDevice', 'denyDevice', 'endDevice'],
    kinds: [waiting, userCode, answer, device],
    sessionReader: sessionReader(settings),
    load: async () => (await import('../device-sign-in/code.ts')).createCode(settings),
  }
}
