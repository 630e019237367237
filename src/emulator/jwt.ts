import { fromBase64url, fromJson, toBase64url } from './encoding.ts'

/** Signature algorithms of this emulator. */
export type Algorithm = 'RS256' | 'ES256' | 'HS256'

// Only TypeScript's DOM library names this type, and an application on Node need not load that.
type KeyPair = Extract<
  Awaited<ReturnType<typeof crypto.subtle.generateKey>>,
  { privateKey: object }
>

/** A public key as a JWKS lists it (RFC 7517 §4, RFC 7518 §6). */
export type PublicJwk = {
  kid?: string
  kty?: string
  use?: string
  alg?: string
  n?: string
  e?: string
  crv?: string
  x?: string
  y?: string
}

/** A key that signs tokens, known by its id. */
export type SigningKey = {
  readonly kid: string
  readonly algorithm: 'RS256' | 'ES256'
  readonly pair: KeyPair
}

/** A parsed token, which is not verified yet. */
export type Jwt = {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly input: string
  readonly signature: Uint8Array<ArrayBuffer>
}

type Method = {
  readonly key: RsaHashedKeyGenParams | EcKeyGenParams | HmacImportParams
  sign: object
}

const methods = {
  RS256: {
    key: {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    sign: { name: 'RSASSA-PKCS1-v1_5' },
  },
  ES256: {
    key: { name: 'ECDSA', namedCurve: 'P-256' },
    sign: { name: 'ECDSA', hash: 'SHA-256' },
  },
  HS256: { key: { name: 'HMAC', hash: 'SHA-256' }, sign: { name: 'HMAC' } },
} as const satisfies Record<Algorithm, Method>

/** Makes a key under an id of the caller's choice. */
export async function createKey(
  kid: string,
  algorithm: SigningKey['algorithm'],
): Promise<SigningKey> {
  const usages = ['sign', 'verify'] as const
  const made = await crypto.subtle.generateKey(methods[algorithm].key, true, usages)
  if (!('privateKey' in made)) throw new Error(`${algorithm} has no key pair`)
  return { kid, algorithm, pair: made }
}

/** The public half, as a JWKS lists it. */
export async function publicJwk({ kid, algorithm, pair }: SigningKey): Promise<PublicJwk> {
  const { kty, n, e, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const members = { kty, kid, use: 'sig', alg: algorithm, n, e, crv, x, y }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** Signs claims. The header is used as it is. */
export async function signJwt(
  header: object,
  claims: object,
  algorithm: Algorithm,
  key: CryptoKey,
): Promise<string> {
  const input = unsignedJwt(header, claims)
  const data = new TextEncoder().encode(input)
  const signature = await crypto.subtle.sign(methods[algorithm].sign, key, data)
  return `${input}.${toBase64url(new Uint8Array(signature))}`
}

/** The encoded header and claims, which a signature covers. */
export function unsignedJwt(header: object, claims: object): string {
  return `${toBase64url(JSON.stringify(header))}.${toBase64url(JSON.stringify(claims))}`
}

/** Parses a token without verifying it; `undefined` if it is malformed. */
export function readJwt(token: string): Jwt | undefined {
  const [head, body, tail, ...rest] = token.split('.')
  if (head === undefined || body === undefined || tail === undefined || rest.length > 0) return
  const header = parsed(head)
  const claims = parsed(body)
  const signature = fromBase64url(tail)
  return header && claims && signature && { header, claims, input: `${head}.${body}`, signature }
}

/** True if the signature was made with this key. */
export function isSignedBy(jwt: Jwt, algorithm: Algorithm, key: CryptoKey): Promise<boolean> {
  const data = new TextEncoder().encode(jwt.input)
  return crypto.subtle.verify(methods[algorithm].sign, key, jwt.signature, data)
}

/** A shared secret as a key. */
export function secretKey(secret: string | Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const raw = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret
  return crypto.subtle.importKey('raw', raw, methods.HS256.key, false, ['sign', 'verify'])
}

/** A published key, ready to verify. */
export function importJwk(jwk: PublicJwk, algorithm: 'RS256' | 'ES256'): Promise<CryptoKey> {
  return crypto.subtle.importKey('jwk', jwk, methods[algorithm].key, false, ['verify'])
}

function parsed(part: string): Record<string, unknown> | undefined {
  const bytes = fromBase64url(part)
  const value = bytes && fromJson(new TextDecoder().decode(bytes))
  return typeof value === 'object' && value !== null ? { ...value } : undefined
}
