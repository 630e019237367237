import {
  adaptOptions,
  defineProvider,
  type ProviderFunction,
  type VariableOptions,
} from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { PlatformFacts } from '../types/dialect.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './apple.mark.ts'

const issuer = 'https://appleid.apple.com'

const apple: ProviderFunction<Profile, object, 'apple'> = defineProvider({
  id: 'apple',
  name: 'Apple',
  type: 'oidc',
  method: openId,
  docs: 'https://developer.apple.com/documentation/signinwithapplerestapi',
  issuer,
  // Apple posts the answer whenever a name or an address is asked for.
  authorization: { params: { scope: 'name email', response_mode: 'form_post' } },
  revocation: `${issuer}/auth/revoke`,
  checks: ['nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { callbackProfile: 'user', declined: ['user_cancelled_authorize'] },
  profile: {
    id: 'sub',
    name: '{user.name.firstName} {user.name.lastName}',
    email: 'email',
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  callback: { http: 'never', refuses: 'nameless' },
  hints: {
    invalid_client:
      'Pass `teamId`, `keyId` and `privateKey`, so that secrets are signed anew; one of your own lives six months at most.',
    invalid_request: 'Add {callbackUrl} to the Services ID under "Return URLs".',
  },
  button: { popular: 2 },
  style: { brandColor: '#000000', logo },
})

/** The values that Apple's developer account shows about a key for Sign in with Apple. */
export interface AppleKey {
  teamId: string
  keyId: string
  /** The content of the `.p8` file. */
  privateKey: string
}

/**
 * Sign in with Apple. The client id is the Services ID; with your team's key, Portico signs client secrets as they are needed.
 * Apple shares the name only at the first sign-in, and accepts only https addresses.
 */
const Apple: ProviderFunction<Profile, VariableOptions<keyof AppleKey>, 'apple'> = adaptOptions(
  apple,
  ({ teamId, keyId, privateKey, ...changes }) => {
    if (!teamId || !keyId || !privateKey) return changes
    const key = { teamId, keyId, privateKey }
    const signClientSecret: PlatformFacts['signClientSecret'] = (client) =>
      clientSecret({ ...key, ...client })
    return { signClientSecret, ...changes }
  },
)

export default Apple

/** Signs a client secret for the Services ID, valid for `lifetime` seconds from `now` (in seconds). */
export async function clientSecret(
  key: AppleKey & { clientId: string; now: number; lifetime?: number },
): Promise<string> {
  const { clientId, teamId, keyId, privateKey, now, lifetime = 300 } = key
  const header = { alg: 'ES256', kid: keyId }
  const claims = { iss: teamId, iat: now, exp: now + lifetime, aud: issuer, sub: clientId }
  const content = [header, claims].map((part) => base64url(encode(JSON.stringify(part)))).join('.')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  // Environment files often hold the line ends as two characters.
  const pem = privateKey.replace(/-----[^-]+-----|\\n|\s/g, '')
  const der = Uint8Array.from(atob(pem), (char) => char.charCodeAt(0))
  const signer = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign(algorithm, signer, encode(content))
  return `${content}.${base64url(new Uint8Array(signature))}`
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
