import type { CommonProviderOptions } from './provider.ts'

/** The passkey kind of provider. */
export type WebAuthnProviderType = 'webauthn'

/** Who the passkeys belong to: the application's domain, name and origins. */
export interface RelayingParty {
  id?: string | string[]
  name?: string | string[]
  origin?: string | string[]
}

/** Signs people in with a passkey. */
export interface WebAuthnConfig extends CommonProviderOptions {
  id: string
  name: string
  type: WebAuthnProviderType
  /** Default: derived from the application's address. */
  relayingParty?: RelayingParty
  /** Offers passkeys in the browser's autofill. Default true. */
  enableConditionalUI?: boolean
  /** Milliseconds a ceremony may take. Default 5 minutes. */
  timeout?: number
  /** Whether the authenticator must verify the person. Default `required`. */
  userVerification?: 'required' | 'preferred' | 'discouraged'
  /** Fields of the sign-up form. */
  formFields?: Record<string, import('./credentials.ts').CredentialInput>
  options?: object
}
