import type { ResolvedProvider } from '../../config/method-setup.ts'
import type { Authenticator } from '../../types/storage.ts'
import type { WebAuthnConfig } from '../../types/webauthn.ts'

/** A passkey provider after the configuration was read. */
export interface ResolvedPasskey
  extends ResolvedProvider,
    Readonly<Omit<WebAuthnConfig, 'method' | 'id' | 'name' | 'type'>> {
  readonly type: 'webauthn'
}

/** A new passkey, before it has a user. */
export type NewPasskey = Omit<Authenticator, 'userId'>
