import { type Box, headerOf } from './box.ts'
import { nodeCrypto } from './runtime.ts'

/** A box on Node's synchronous cryptography: a few microseconds a turn. */
export function nodeBox(secret: string, info: string): Box {
  if (!nodeCrypto) throw new TypeError('This runtime has no node:crypto')
  const { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes } =
    nodeCrypto
  const raw = Buffer.from(hkdfSync('sha256', secret, '', info, 32))
  const key = createSecretKey(raw)
  const kid = createHash('sha256').update(raw).digest('base64url').slice(0, 8)
  const header = Buffer.from(headerOf(kid)).toString('base64url')
  const associated = Buffer.from(header)
  return {
    lock(json) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associated)
      const text = cipher.update(json, 'utf8', 'base64url') + cipher.final('base64url')
      return `${header}..${iv.toString('base64url')}.${text}.${cipher.getAuthTag().toString('base64url')}`
    },
    unlock(parts) {
      const iv = bytesOf(parts.iv)
      const text = bytesOf(parts.text)
      const tag = bytesOf(parts.tag)
      if (parts.header !== header || !iv || !text || !tag) return undefined
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

/** One content has one spelling (RFC 4648 §3.5); Node's decoder forgives others. */
function bytesOf(base64url: string): Buffer | undefined {
  const bytes = Buffer.from(base64url, 'base64url')
  return bytes.toString('base64url') === base64url ? bytes : undefined
}
