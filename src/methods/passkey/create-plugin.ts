import { assertHasStorage } from '../../config/provider.ts'
import type { WebAuthnConfig } from '../../types/webauthn.ts'
import type { MethodPlugin } from '../method.ts'
import type { PasskeyChange, ResolvedPasskey } from './resolved.ts'
import type { PasskeyLibrary } from './simplewebauthn.ts'

const minutes = 60

/** Passkeys, judged by a library that is had when it is first needed. */
export function createPlugin(
  library: (written: WebAuthnConfig) => Promise<PasskeyLibrary>,
): MethodPlugin<ResolvedPasskey, PasskeyChange> {
  return {
    type: 'webauthn',
    configure(written, inputs) {
      assertHasStorage(written.id, inputs)
      const config = written as WebAuthnConfig
      const autofills = config.enableConditionalUI !== false
      return { ...config, autofills, library: () => library(config) }
    },
    options: [
      'id',
      'name',
      'type',
      'relayingParty',
      'enableConditionalUI',
      'timeout',
      'userVerification',
      'signUp',
      'formFields',
      'method',
      'options',
    ],
    limits: { passkey: { perAccount: 200, perClient: 200, seconds: 15 * minutes } },
    paths: {
      'webauthn-options': { methods: ['GET', 'POST'], provider: 'path' },
      'passkey.js': { methods: ['GET'], provider: 'none' },
    },
    load: async () => (await import('./method.ts')).passkey,
  }
}
