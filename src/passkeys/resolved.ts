import type { ResolvedProvider } from '../config/part.ts'
import type { Authenticator } from '../types/storage.ts'
import type { WebAuthnConfig } from '../types/webauthn.ts'
import type { PasskeyLibrary } from './simplewebauthn.ts'

/** A passkey provider after the configuration was read. */
export interface ResolvedPasskey
  extends ResolvedProvider,
    Readonly<Omit<WebAuthnConfig, 'method' | 'id' | 'name' | 'type'>> {
  readonly type: 'webauthn'
  /** Loads what judges passkeys. */
  readonly library: () => Promise<PasskeyLibrary>
}

/** A new passkey, before it has a user. */
type NewPasskey = Omit<Authenticator, 'userId'>

/** A passkey that signed, with what it said. */
export type UsedPasskey = Required<
  Pick<Authenticator, 'credentialID' | 'counter' | 'credentialBackedUp' | 'lastUsedAt'>
>

/** The change that a ceremony leaves to be written with its user. */
export type PasskeyChange = { created: NewPasskey } | { used: UsedPasskey }
