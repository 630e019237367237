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
      if (parts.header !== header) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(parts.iv, 'base64url'), {
          authTagLength: 16,
        })
        decipher.setAAD(associated).setAuthTag(Buffer.from(parts.tag, 'base64url'))
        // As bytes, because a text would take a decoder on the way.
        const json = decipher.update(parts.text, 'base64url')
        decipher.final()
        return json.toString()
      } catch {
        return undefined
      }
    },
  }
}
