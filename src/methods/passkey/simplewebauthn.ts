import { AuthError } from '../../errors.ts'
import { loadOnce } from '../../services/load-once.ts'

const loadPackage = loadOnce(() => import('@simplewebauthn/server'))

type Package = typeof import('@simplewebauthn/server')

/** What judges passkeys: as much of `@simplewebauthn/server` as is used. */
export type PasskeyLibrary = Pick<
  Package,
  | 'generateAuthenticationOptions'
  | 'generateRegistrationOptions'
  | 'verifyAuthenticationResponse'
  | 'verifyRegistrationResponse'
>

/** The package, which the application installs. */
export async function loadLibrary(): Promise<PasskeyLibrary> {
  try {
    return await loadPackage()
  } catch (cause) {
    throw new AuthError('Configuration', 'Passkeys need the package @simplewebauthn/server', {
      hint: 'npm i @simplewebauthn/server',
      cause,
    })
  }
}
