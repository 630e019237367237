import { fromBase64url, toBase64url } from '../crypto/runtime.ts'
import { AuthError } from '../errors.ts'
import { createPart } from '../passkeys/create-part.ts'
import type { PasskeyLibrary } from '../passkeys/simplewebauthn.ts'
import type { Provider } from '../types/provider.ts'
import type { WebAuthnConfig } from '../types/webauthn.ts'

/** The options of Auth.js's passkey provider that have another form here. */
interface TheirPasskey extends WebAuthnConfig {
  /** The functions of `@simplewebauthn/server`, of the version that the application has. */
  simpleWebAuthn?: AnyVersion
  authenticationOptions?: Pick<WebAuthnConfig, 'timeout' | 'userVerification'>
}

/** The same functions in all versions, apart from a few names. */
type AnyVersion = {
  [Name in keyof PasskeyLibrary]: (options: object) => ReturnType<PasskeyLibrary[Name]>
}

/** A passkey provider of Auth.js, with the code that serves it. The application's own `@simplewebauthn/server` still verifies passkeys. */
export function wrapPasskey(provider: object): Provider {
  const { authenticationOptions = {}, ...described } = provider as TheirPasskey
  const { timeout, userVerification = 'preferred' } = authenticationOptions
  return { userVerification, ...(timeout && { timeout }), ...described, method }
}

const method = createPart(async (written) => {
  const { id, simpleWebAuthn } = written as TheirPasskey
  if (simpleWebAuthn) return asOurVersion(simpleWebAuthn)
  throw new AuthError('Configuration', `The provider ${id} has no \`simpleWebAuthn\``, {
    provider: id,
    hint: 'Import it from porticojs/providers/passkey.',
  })
})

/** Adapts older versions, since Auth.js demands version 9: before 11, ids were bytes and a passkey was called an authenticator. */
function asOurVersion(theirs: AnyVersion): PasskeyLibrary {
  return {
    generateAuthenticationOptions: (options) => theirs.generateAuthenticationOptions(options),
    async generateRegistrationOptions({ userID, excludeCredentials = [], ...rest }) {
      const options = await theirs.generateRegistrationOptions(rest)
      const id = userID ? toBase64url(userID) : options.user.id
      const known = excludeCredentials.map((one) => ({ ...one, type: 'public-key' as const }))
      return { ...options, user: { ...options.user, id }, excludeCredentials: known }
    },
    async verifyRegistrationResponse(options) {
      const judged = await theirs.verifyRegistrationResponse(options)
      const { registrationInfo } = judged
      if (!registrationInfo || registrationInfo.credential) return judged
      // Without `credential` it is of an old version, whose types are not installed.
      const { credentialID, credentialPublicKey, counter } = registrationInfo as unknown as OldInfo
      const credential = {
        id: toBase64url(credentialID),
        publicKey: credentialPublicKey,
        counter,
        transports: options.response.response.transports ?? [],
      }
      return { ...judged, registrationInfo: { ...registrationInfo, credential } }
    },
    verifyAuthenticationResponse(options) {
      const { id, publicKey, counter } = options.credential
      const authenticator = {
        credentialID: fromBase64url(id),
        credentialPublicKey: publicKey,
        counter,
      }
      return theirs.verifyAuthenticationResponse({ ...options, authenticator })
    },
  }
}

/** The facts about a new passkey, as versions before 11 give them. */
interface OldInfo {
  credentialID: Uint8Array<ArrayBuffer>
  credentialPublicKey: Uint8Array<ArrayBuffer>
  counter: number
}
