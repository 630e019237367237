import { AuthError } from '../errors.ts'
import { loadOnce } from '../services/load-once.ts'

const loadPackage = loadOnce(() => import('@simplewebauthn/server'))

type Package = typeof import('@simplewebauthn/server')

/** The part of `@simplewebauthn/server` that is used: it judges passkeys. */
export type PasskeyLibrary = Pick<
  Package,
  | 'generateAuthenticationOptions'
  | 'generateRegistrationOptions'
  | 'verifyAuthenticationResponse'
  | 'verifyRegistrationResponse'
>

/** The package, which the application installs. */
export async function loadLibrary(): Promise<PasskeyLibrary> {
  const library = await loadPackage().catch((cause: unknown) => {
    throw new AuthError('Configuration', 'Passkeys need the package @simplewebauthn/server', {
      hint: 'npm i @simplewebauthn/server',
      cause,
    })
  })
  if (sinceVersion14.some((name) => name in library)) return library
  throw new AuthError('Configuration', 'Passkeys need @simplewebauthn/server 14 or later', {
    hint: 'npm i @simplewebauthn/server@latest. If Auth.js is installed too, which demands version 9, remove it first, or name the version under `overrides` in package.json.',
  })
}

/** The package does not tell its version. Version 9 is installed where Auth.js is, whose own passkey modules bring it along. */
const sinceVersion14 = ['SimpleWebAuthnError', 'getDefaultSupportedAlgorithmIDs']
