import { nodeCrypto, toBase64url } from './runtime.ts'

/** Random bytes as unguessable base64url text. 32 bytes give 43 characters and 256 bits. */
export function random(bytes = 32): string {
  const node = nodeCrypto()
  if (node) return node.randomBytes(bytes).toString('base64url')
  return toBase64url(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** Random decimal digits, each equally likely. */
export function randomDigits(count: number): string {
  let digits = ''
  while (digits.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(count))) {
      // 250 is the largest multiple of ten in a byte's range: values from there on would favour 0 to 5.
      if (byte < 250 && digits.length < count) digits += byte % 10
    }
  }
  return digits
}

/** A random UUID. */
export function uuid(): string {
  return crypto.randomUUID()
}
