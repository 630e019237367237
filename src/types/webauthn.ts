import type { CredentialInput } from './credentials.ts'
import type { AnyPart } from './part.ts'
import type { CommonProviderOptions, WebAuthnProviderType } from './provider-type.ts'
import type { Who } from './who.ts'

/** The owner of the passkeys: the application's domain, name and origins. */
export interface RelayingParty {
  id?: string | string[]
  name?: string | string[]
  origin?: string | string[]
}

/** A passkey of a person. Its key stays in the storage. */
export interface OwnPasskey {
  /** The id that `auth.passkeys.rename()` and `auth.passkeys.remove()` take. */
  id: string
  name: string
  /** True if the passkey is synced, as by phones and password managers. */
  backedUp: boolean
  createdAt?: Date
  lastUsedAt?: Date
}

/** The passkeys of people. */
export interface Passkeys {
  /** The passkeys of a person, without their keys. */
  list(who: Who): Promise<OwnPasskey[]>
  /** Renames a passkey. */
  rename(who: Who, id: string, name: string): Promise<void>
  /** Removes a passkey. Refuses with `LastMethod` if it is the only way in. */
  remove(who: Who, id: string): Promise<void>
}

/** The calls that passkeys add to `auth`. */
export type PasskeyCalls = { readonly passkeys: Passkeys }

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
  /** User verification by the authenticator, such as a PIN or fingerprint. Default `required`. */
  userVerification?: 'required' | 'preferred' | 'discouraged'
  /** Lets new people sign up with a passkey. Default true. */
  signUp?: boolean
  /** Fields of the sign-up form: `name`, `email` or both. Default: `name`. */
  formFields?: Record<string, CredentialInput>
  method?: AnyPart<PasskeyCalls>
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
  /** The device already has a passkey for the account. */
  exists: string
  /** No account of the application has the passkey. */
  unknown: string
  /** The advice for that case. */
  unknownText: string
  failed: string
  unsupported: string
  title: string
  none: string
  add: string
}
