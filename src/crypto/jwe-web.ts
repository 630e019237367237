import { type Box, jweHeader } from './jwe.ts'
import { randomBytes } from './random.ts'
import { decode, encode, fromBase64url, toBase64url } from './runtime.ts'

/** The same box on WebCrypto, for runtimes without `node:crypto`. */
export function webBox(secret: string, info: string): Box {
  const ready = prepare(secret, info)
  return {
    async lock(json) {
      const { key, header } = await ready
      const iv = randomBytes(12)
      const algorithm = { name: 'AES-GCM', iv, additionalData: encode(header) }
      const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, encode(json)))
      const text = toBase64url(sealed.subarray(0, -16))
      return `${header}..${toBase64url(iv)}.${text}.${toBase64url(sealed.subarray(-16))}`
    },
    async unlock(parts) {
      const { key, header } = await ready
      const iv = fromBase64url(parts.iv)
      const text = fromBase64url(parts.text)
      const tag = fromBase64url(parts.tag)
      if (parts.header !== header || !iv || !text || tag?.length !== 16) return undefined
      // Only the canonical encoding counts (RFC 4648 §3.5); the decoder accepts others.
      if (toBase64url(text) !== parts.text) return undefined
      const algorithm = { name: 'AES-GCM', iv, additionalData: encode(header) }
      try {
        const sealed = new Uint8Array([...text, ...tag])
        return decode(new Uint8Array(await crypto.subtle.decrypt(algorithm, key, sealed)))
      } catch {
        return undefined
      }
    },
  }
}

async function prepare(secret: string, info: string): Promise<{ key: CryptoKey; header: string }> {
  const source = await crypto.subtle.importKey('raw', encode(secret), 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encode(info) }
  const raw = await crypto.subtle.deriveBits(parameters, source, 256)
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const kid = toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', raw))).slice(0, 8)
  return { key, header: toBase64url(encode(jweHeader(kid))) }
}
