import { assertHasStorage } from '../../config/provider.ts'
import type { WebAuthnConfig } from '../../types/webauthn.ts'
import type { MethodPlugin } from '../method.ts'
import type { PasskeyChange, ResolvedPasskey } from './resolved.ts'

const minutes = 60

/** Passkeys. */
export const passkey: MethodPlugin<ResolvedPasskey, PasskeyChange> = {
  type: 'webauthn',
  configure(written, inputs) {
    assertHasStorage(written.id, inputs)
    const config = written as WebAuthnConfig
    return { ...config, autofills: config.enableConditionalUI !== false }
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
