import { passkeyProvider, type WebAuthnProvider } from '../passkeys/provider.ts'

/** Sign in with a passkey or a security key, which need not verify the person. */
const WebAuthn: WebAuthnProvider = passkeyProvider({
  id: 'webauthn',
  name: 'WebAuthn',
  type: 'webauthn',
  userVerification: 'preferred',
})

export default WebAuthn
