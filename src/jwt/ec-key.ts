import { sha256 } from '../crypto/hash.ts'
import type { EcKey } from './key-kind.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** A new key. */
export async function makeEcKey(): Promise<EcKey> {
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return readEcKey(await crypto.subtle.exportKey('jwk', privateKey))
}

/** The private key of ES256 in a JWK; throws a TypeError for anything else. */
export function readEcKey(jwk: JsonWebKey): EcKey {
  const { kty, crv, x, y, d } = jwk
  const isWhole = [x, y, d].every((part) => typeof part === 'string' && /^[\w-]{43}$/.test(part))
  if (kty !== 'EC' || crv !== 'P-256' || !isWhole)
    throw new TypeError('This is not a private JWK of the curve P-256')
  return { kty, crv, x: String(x), y: String(y), d: String(d) }
}

/** The `kid` of a key: its thumbprint (RFC 7638). */
export async function thumbprint({ x, y }: Pick<EcKey, 'x' | 'y'>): Promise<string> {
  return sha256(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
}

/** The key, ready to sign. */
export function signer({ kty, crv, x, y, d }: EcKey): Promise<CryptoKey> {
  return crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, algorithm, false, ['sign'])
}

/** The public key, as a JWK. */
export function publicJwk(kid: string, { kty, crv, x, y }: EcKey): Record<string, string> {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }
}
