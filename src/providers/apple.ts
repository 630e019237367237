import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

const issuer = 'https://appleid.apple.com'

/**
 * Sign in with Apple. The client id is the Services ID, the client secret what `clientSecret` below
 * signs. Apple tells the name once, at the first sign-in, and accepts https addresses only.
 */
const Apple: ProviderFunction<Profile> = define({
  id: 'apple',
  name: 'Apple',
  type: 'oidc',
  docs: 'https://developer.apple.com/documentation/signinwithapplerestapi',
  issuer,
  // Apple posts the answer whenever a name or an address is asked for.
  authorization: { params: { scope: 'name email', response_mode: 'form_post' } },
  revocation: `${issuer}/auth/revoke`,
  checks: ['nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { callbackProfile: 'user' },
  profile: {
    id: 'sub',
    name: '{user.name.firstName} {user.name.lastName}',
    email: 'email',
    emailVerified: 'email_verified',
  },
  gives: { email: 'claimed', refreshToken: true },
  checkCallback: ({ protocol, hostname }) =>
    protocol === 'https:' && hostname !== 'localhost' && !/^[\d.]+$|^\[/.test(hostname)
      ? undefined
      : 'it takes https addresses with a domain name, neither localhost nor a number',
  hints: {
    invalid_client:
      'The secret lives six months at most: sign a new one with clientSecret() from portico/providers/apple.',
    invalid_request: 'Add {callbackUrl} to the Services ID under "Return URLs".',
  },
  style: { brandColor: '#000000' },
})

export default Apple

/** What Apple's developer account shows about a key for Sign in with Apple. */
export interface AppleKey {
  clientId: string
  teamId: string
  keyId: string
  /** The content of the `.p8` file. */
  privateKey: string
  /** Milliseconds since 1970. Default: now. */
  now?: number
  /** In seconds, six months at most. Default: 180 days. */
  lifetime?: number
}

/**
 * Signs the client secret that Apple asks for: a token that names the team, valid for `lifetime`.
 */
export async function clientSecret(key: AppleKey): Promise<string> {
  const { clientId, teamId, keyId, privateKey, now = Date.now(), lifetime = 180 * 86_400 } = key
  const iat = Math.floor(now / 1000)
  const header = { alg: 'ES256', kid: keyId }
  const claims = { iss: teamId, iat, exp: iat + lifetime, aud: issuer, sub: clientId }
  const content = [header, claims].map((part) => base64url(encode(JSON.stringify(part)))).join('.')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
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
