import { merge } from '../description/merge.ts'
import type { WebAuthnConfig, WebAuthnUserConfig } from '../types/webauthn.ts'
import { passkey } from './part.ts'

/** A passkey provider: call it with your options, or leave it as it is. */
export type WebAuthnProvider = (options?: WebAuthnUserConfig) => WebAuthnConfig

/** Makes a passkey provider. The code that serves it comes along, and is loaded at its first use. */
export function passkeyProvider(
  described: Pick<WebAuthnConfig, 'id' | 'name' | 'type' | 'userVerification'>,
): WebAuthnProvider {
  const defaults: WebAuthnConfig = {
    method: passkey,
    ...described,
  }
  return (options) => merge(defaults, { ...options })
}
