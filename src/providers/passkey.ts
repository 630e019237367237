import { passkeyProvider, type WebAuthnProvider } from '../passkeys/provider.ts'

/** Sign in with a passkey: a fingerprint, a face, or the screen lock. */
const Passkey: WebAuthnProvider = passkeyProvider({
  id: 'passkey',
  name: 'Passkey',
  type: 'webauthn',
  userVerification: 'required',
})

export default Passkey
