import { fromBase64url, toBase64url } from '../crypto/runtime.ts'

/** Bytes as the storage keeps them: standard base64, as in Auth.js's tables. */
export function toStored(bytes: Uint8Array): string {
  const text = toBase64url(bytes).replaceAll('-', '+').replaceAll('_', '/')
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** The bytes of what the storage keeps. */
export function fromStored(text: string): Uint8Array<ArrayBuffer> {
  const url = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return fromBase64url(url) ?? new Uint8Array()
}

/** A stored value in the form that browsers write. */
export function storedToUrl(text: string): string {
  return toBase64url(fromStored(text))
}
