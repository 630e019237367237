import type { Awaitable } from '../types/models.ts'
import { encode, nodeCrypto, toBase64url, toHex } from './runtime.ts'

/** The form in which the bytes of a digest are written. */
export type DigestForm = 'base64url' | 'hex'

/** SHA-256 of a text. */
export function sha256(text: string, form: DigestForm = 'base64url'): Awaitable<string> {
  const node = nodeCrypto()
  if (node) return node.createHash('sha256').update(text).digest(form)
  return crypto.subtle.digest('SHA-256', encode(text)).then((digest) => write(digest, form))
}

/** HMAC-SHA256 of a text. An empty key is refused, because anybody could compute that. */
export function hmac(key: string, text: string, form: DigestForm = 'hex'): Awaitable<string> {
  if (!key) throw new TypeError('An empty key signs nothing')
  const node = nodeCrypto()
  if (node) return node.createHmac('sha256', key).update(text).digest(form)
  return webHmac(key, text, form)
}

async function webHmac(key: string, text: string, form: DigestForm): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', encode(key), algorithm, false, ['sign'])
  return write(await crypto.subtle.sign('HMAC', imported, encode(text)), form)
}

function write(digest: ArrayBuffer, form: DigestForm): string {
  const bytes = new Uint8Array(digest)
  return form === 'hex' ? toHex(bytes) : toBase64url(bytes)
}
