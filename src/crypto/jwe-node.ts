import { type Box, jweHeader, type MakeBox } from './jwe.ts'
import { webBox } from './jwe-web.ts'
import { randomBytes } from './random.ts'
import { nodeCrypto } from './runtime.ts'

/** A box on the fastest cryptography of the runtime. Bundles for workers take `webBox` instead, and need not ship this file. */
export const fastestBox: MakeBox = (secret, info) => (nodeCrypto() ? nodeBox : webBox)(secret, info)

/** A box on Node's synchronous cryptography: a few microseconds per call. */
export function nodeBox(secret: string, info: string): Box {
  const node = nodeCrypto()
  if (!node) throw new TypeError('This runtime has no node:crypto')
  const { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync } = node
  const raw = Buffer.from(hkdfSync('sha256', secret, '', info, 32))
  const key = createSecretKey(raw)
  const kid = createHash('sha256').update(raw).digest('base64url').slice(0, 8)
  const header = Buffer.from(jweHeader(kid)).toString('base64url')
  const associated = Buffer.from(header)
  const spell = (bytes: Buffer) => bytes.toString('base64url')
  return {
    lock(json) {
      const iv = Buffer.from(randomBytes(12).buffer)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
      cipher.setAAD(associated)
      // Bytes, because text would go through a decoder. GCM keeps nothing back for `final()`.
      const text = cipher.update(json, 'utf8')
      cipher.final()
      const tag = cipher.getAuthTag()
      return `${header}..${spell(iv)}.${spell(text)}.${spell(tag)}`
    },
    unlock(parts) {
      const text = Buffer.from(parts.text, 'base64url')
      // Only the canonical encoding counts (RFC 4648 §3.5); the decoder accepts others.
      if (parts.header !== header || text.toString('base64url') !== parts.text) return undefined
      const iv = Buffer.from(parts.iv, 'base64url')
      const tag = Buffer.from(parts.tag, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
        const json = decipher.setAAD(associated).setAuthTag(tag).update(text)
        decipher.final()
        return json.toString()
      } catch {
        return undefined
      }
    },
  }
}
