import type { CredentialInput } from './credentials.ts'
import type {
  CommonProviderOptions,
  ProviderMethod,
  WebAuthnProviderType,
} from './provider-type.ts'

/** The owner of the passkeys: the application's domain, name and origins. */
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
  /** The authenticator's duty to verify the person. Default `required`. */
  userVerification?: 'required' | 'preferred' | 'discouraged'
  /** Lets somebody new sign up with a passkey. Default true. */
  signUp?: boolean
  /** Fields of the sign-up form: `name`, `email` or both. Default: `name`. */
  formFields?: Record<string, CredentialInput>
  method?: ProviderMethod
  options?: object
}

/** The options of a passkey provider. */
export type WebAuthnUserConfig = Omit<Partial<WebAuthnConfig>, 'options' | 'type'>

/** Every sentence of the pages about passkeys. */
export interface PasskeyText {
  signIn: string
  signUp: string
  yourName: string
  create: string
  needsScript: string
  /** The person declined, or waited too long. */
  declined: string
  /** The device has a passkey for the account already. */
  exists: string
  failed: string
  unsupported: string
  title: string
  none: string
  add: string
}
