import { AuthError } from '../../errors.ts'

/** `@simplewebauthn/server`, which the application installs. */
export async function loadLibrary(): Promise<typeof import('@simplewebauthn/server')> {
  try {
    return await import('@simplewebauthn/server')
  } catch (cause) {
    throw new AuthError('Configuration', 'Passkeys need the package @simplewebauthn/server', {
      hint: 'npm i @simplewebauthn/server',
      cause,
    })
  }
}
