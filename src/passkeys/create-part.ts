import type { OptionKinds } from '../config/option-kinds.ts'
import { assertProviderOptions, wholeNumber } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import { assertHasStorage } from '../config/provider.ts'
import type { MethodPart } from '../methods/method.ts'
import type { PasskeyCalls, WebAuthnConfig } from '../types/webauthn.ts'
import type { PasskeyChange, ResolvedPasskey } from './resolved.ts'
import type { PasskeyLibrary } from './simplewebauthn.ts'

const minutes = 60

const kinds: OptionKinds<keyof WebAuthnConfig> = {
  id: 'any',
  name: 'any',
  type: 'any',
  relayingParty: 'object',
  enableConditionalUI: 'boolean',
  timeout: wholeNumber,
  userVerification: 'string',
  signUp: 'boolean',
  formFields: 'object',
  method: 'any',
  options: 'any',
}

/** Passkeys, judged by a library that is had when it is first needed. */
export function createPart(
  library: (written: WebAuthnConfig) => Promise<PasskeyLibrary>,
): MethodPart<ResolvedPasskey, PasskeyChange, PasskeyCalls> {
  return {
    name: 'webauthn',
    configure(written, inputs) {
      assertHasStorage(written.id, inputs)
      const config = written as WebAuthnConfig
      assertProviderOptions(written, kinds)
      assertVerification(config)
      const autofills = config.enableConditionalUI === false ? undefined : 'webauthn'
      return { ...config, autofills, library: () => library(config) }
    },
    get options() {
      return Object.keys(kinds)
    },
    limits: { passkey: { perAccount: 200, perClient: 200, seconds: 15 * minutes } },
    paths: {
      'webauthn-options': { methods: ['GET', 'POST'], provider: 'path' },
      'passkey.js': { methods: ['GET'], provider: 'none' },
    },
    namespaces: { passkeys: ['list', 'rename', 'remove'] },
    load: async () => (await import('./method.ts')).passkey,
  }
}

/** Browsers take a word that they do not know for none, and nobody would be asked for more than the key. */
function assertVerification({ id, userVerification = 'required' }: WebAuthnConfig): void {
  if (['required', 'preferred', 'discouraged'].includes(userVerification)) return
  throw configError(
    `providers.${id}.userVerification`,
    `"${String(userVerification).slice(0, 100)}" is no user verification`,
    'Write required, preferred or discouraged.',
    id,
  )
}
