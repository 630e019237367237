import { equal } from '../crypto/compare.ts'
import { decode, encode, fromBase64url, toBase64url } from '../crypto/runtime.ts'
import type { Claims } from '../crypto/seal.ts'

/** A version's way to encrypt tokens: the algorithm, and how HKDF derives the key from the secret. */
export interface Scheme {
  readonly enc: 'A256CBC-HS512' | 'A256GCM'
  /** The `info` of HKDF. The salt is the name of the token's cookie. */
  info(salt: string): string
}

const named = (text: string) => (salt: string) => (salt ? `${text} (${salt})` : text)

/** The tokens of version 5. */
export const version5: Scheme = {
  enc: 'A256CBC-HS512',
  info: named('Auth.js Generated Encryption Key'),
}

/** The tokens of version 4; the salt of its session cookies is empty. */
export const version4: Scheme = {
  enc: 'A256GCM',
  info: named('NextAuth.js Generated Encryption Key'),
}

/** Every scheme that versions 4 and 5 have ever used. */
const schemes: readonly Scheme[] = [version5, { ...version5, enc: 'A256GCM' }, version4]

interface Cipher {
  readonly keyBytes: number
  readonly ivBytes: number
  seal(key: Bytes, iv: Bytes, text: Bytes, associated: Bytes): Promise<[text: Bytes, tag: Bytes]>
  /** Rejects if the text was changed, or encrypted with another key. */
  open(key: Bytes, iv: Bytes, text: Bytes, tag: Bytes, associated: Bytes): Promise<ArrayBuffer>
}

type Bytes = Uint8Array<ArrayBuffer>

const tagBytes = 16

/** RFC 7518 §5.2.5 and §5.3. WebCrypto is slow but in every runtime, and a token is opened only until it is replaced. */
const ciphers: Record<Scheme['enc'], Cipher> = {
  'A256CBC-HS512': {
    keyBytes: 64,
    ivBytes: 16,
    async seal(key, iv, text, associated) {
      const aes = await importKey(key.subarray(32), 'AES-CBC', 'encrypt')
      const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, aes, text))
      return [sealed, await authenticate(key, iv, sealed, associated)]
    },
    async open(key, iv, text, tag, associated) {
      const expected = await authenticate(key, iv, text, associated)
      if (!equal(toBase64url(tag), toBase64url(expected))) throw new TypeError('Another tag')
      const aes = await importKey(key.subarray(32), 'AES-CBC', 'decrypt')
      return crypto.subtle.decrypt({ name: 'AES-CBC', iv }, aes, text)
    },
  },
  A256GCM: {
    keyBytes: 32,
    ivBytes: 12,
    async seal(key, iv, text, additionalData) {
      const aes = await importKey(key, 'AES-GCM', 'encrypt')
      const algorithm = { name: 'AES-GCM', iv, additionalData }
      const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, aes, text))
      return [sealed.slice(0, -tagBytes), sealed.slice(-tagBytes)]
    },
    async open(key, iv, text, tag, additionalData) {
      if (tag.length !== tagBytes) throw new TypeError('Another tag')
      const aes = await importKey(key, 'AES-GCM', 'decrypt')
      const algorithm = { name: 'AES-GCM', iv, additionalData }
      return crypto.subtle.decrypt(algorithm, aes, joined(text, tag))
    },
  },
}

function importKey(key: Bytes, name: string, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key, name, false, [use])
}

/** RFC 7518 §5.2.2.1: a MAC by the first half of the key, over all parts and the length of the header in bits. */
async function authenticate(key: Bytes, iv: Bytes, text: Bytes, associated: Bytes): Promise<Bytes> {
  const algorithm = { name: 'HMAC', hash: 'SHA-512' }
  const mac = await crypto.subtle.importKey('raw', key.subarray(0, 32), algorithm, false, ['sign'])
  const length = new Uint8Array(8)
  new DataView(length.buffer).setBigUint64(0, BigInt(associated.length * 8))
  const all = joined(associated, iv, text, length)
  return new Uint8Array(await crypto.subtle.sign('HMAC', mac, all)).slice(0, 32)
}

function joined(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Keys by the inputs of their derivation, which takes longer than everything else here. */
const keys = new Map<string, Promise<Bytes>>()
/** An application has a few secrets and names; one that generates names must not fill the memory. */
const maxKeys = 100

function deriveKey(secret: string, salt: string, { enc, info }: Scheme): Promise<Bytes> {
  const id = JSON.stringify([secret, salt, enc, info(salt)])
  const key = keys.get(id) ?? hkdf(secret, salt, info(salt), ciphers[enc].keyBytes)
  if (keys.size >= maxKeys) keys.clear()
  keys.set(id, key)
  return key
}

async function hkdf(secret: string, salt: string, info: string, bytes: number): Promise<Bytes> {
  const material = await crypto.subtle.importKey('raw', encode(secret), 'HKDF', false, [
    'deriveBits',
  ])
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: encode(salt), info: encode(info) }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, bytes * 8))
}

/** Encrypts claims into a token that Auth.js can read. */
export async function sealJwe(
  claims: Claims,
  secret: string,
  salt: string,
  scheme: Scheme,
): Promise<string> {
  const cipher = ciphers[scheme.enc]
  const header = toBase64url(encode(JSON.stringify({ alg: 'dir', enc: scheme.enc })))
  const iv = crypto.getRandomValues(new Uint8Array(cipher.ivBytes))
  const key = await deriveKey(secret, salt, scheme)
  const text = encode(JSON.stringify(claims))
  const sealed = await cipher.seal(key, iv, text, encode(header))
  return [header, '', ...[iv, ...sealed].map(toBase64url)].join('.')
}

/** The claims of a token of Auth.js; undefined when none of the secrets opens it. */
export async function openJwe(
  token: string,
  secrets: readonly string[],
  salt: string,
): Promise<Claims | undefined> {
  const [header = '', , ...rest] = token.split('.')
  const [iv, text, tag] = rest.map(fromBase64url)
  const enc = readEnc(header)
  if (!enc || !iv || !text || !tag || iv.length !== ciphers[enc].ivBytes) return undefined
  for (const scheme of schemes.filter((one) => one.enc === enc)) {
    // Version 4 gives its session cookies no salt, whatever their names.
    for (const own of scheme === version4 ? ['', salt] : [salt]) {
      for (const secret of secrets) {
        const key = await deriveKey(secret, own, scheme)
        const opened = ciphers[enc].open(key, iv, text, tag, encode(header))
        const claims = await opened.then(readClaims, () => undefined)
        if (claims) return claims
      }
    }
  }
  return undefined
}

/** True if a cookie holds a token of Auth.js rather than the key of a session in its database. */
export function isJwe(value: string): boolean {
  return /^eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/.test(value)
}

function readEnc(header: string): Scheme['enc'] | undefined {
  const { alg, enc, crit, zip } = readClaims(fromBase64url(header)?.buffer) ?? {}
  if (alg !== 'dir' || crit !== undefined || zip !== undefined) return undefined
  return schemes.find((scheme) => scheme.enc === enc)?.enc
}

function readClaims(bytes: ArrayBuffer | undefined): Claims | undefined {
  try {
    const claims: unknown = bytes && JSON.parse(decode(new Uint8Array(bytes)))
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined
  } catch {
    return undefined
  }
}
