import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto'

export type Json = Record<string, unknown>

/** A key of the provider. */
export interface Key {
  kid: string
  alg: 'RS256' | 'ES256'
  secret: KeyObject
}

const makers = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
}

// An RSA key takes a while to make, so the stories share a few; a key is told by its number.
const made = new Map<string, KeyObject>()

/** The key of that number, the same whenever it is asked for. */
export function key(number: number, alg: Key['alg'] = 'RS256'): Key {
  const kid = `${alg}-${number}`
  const secret = made.get(kid) ?? makers[alg]().privateKey
  made.set(kid, secret)
  return { kid, alg, secret }
}

/** RFC 7517 §4: the public half, as it is published. */
export function published({ kid, alg, secret }: Key): JsonWebKey {
  return { ...createPublicKey(secret).export({ format: 'jwk' }), kid, alg, use: 'sig' }
}

/** RFC 7515 §7.1, signed with a key, with a shared secret (HS256), or not at all. */
export function jws(header: Json, claims: Json, by: Key | string | undefined): string {
  const input = [header, claims].map((part) => encode(JSON.stringify(part))).join('.')
  return `${input}.${signature(input, by)}`
}

function signature(input: string, by: Key | string | undefined): string {
  if (by === undefined) return ''
  if (typeof by === 'string') return createHmac('sha256', by).update(input).digest('base64url')
  const options = { key: by.secret, dsaEncoding: 'ieee-p1363' } as const
  return sign('sha256', Buffer.from(input), options).toString('base64url')
}

/** The same token, but the first byte of its signature is another. */
export function spoiled(token: string): string {
  const dot = token.lastIndexOf('.') + 1
  const bytes = Buffer.from(token.slice(dot), 'base64url')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  return token.slice(0, dot) + bytes.toString('base64url')
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}
