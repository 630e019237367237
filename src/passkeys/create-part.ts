import { assertHasStorage } from '../config/provider.ts'
import type { MethodPart } from '../methods/method.ts'
import type { PasskeyCalls, WebAuthnConfig } from '../types/webauthn.ts'
import type { PasskeyChange, ResolvedPasskey } from './resolved.ts'
import type { PasskeyLibrary } from './simplewebauthn.ts'

const minutes = 60

/** Passkeys, judged by a library that is had when it is first needed. */
export function createPart(
  library: (written: WebAuthnConfig) => Promise<PasskeyLibrary>,
): MethodPart<ResolvedPasskey, PasskeyChange, PasskeyCalls> {
  return {
    name: 'webauthn',
    configure(written, inputs) {
      assertHasStorage(written.id, inputs)
      const config = written as WebAuthnConfig
      const autofills = config.enableConditionalUI === false ? undefined : 'webauthn'
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
    namespaces: { passkeys: ['list', 'rename', 'remove'] },
    load: async () => (await import('./method.ts')).passkey,
  }
}
