import { nodeCrypto, toBase64url } from './runtime.ts'

/** Bytes that nobody has been given yet. */
let unused = new Uint8Array(0)

/** Unguessable bytes. They are drawn for many callers at once, because a draw takes longer than its bytes; each is given out once. */
export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  if (unused.length < count) unused = crypto.getRandomValues(new Uint8Array(1024 + count))
  const bytes = unused.slice(0, count)
  unused = unused.fill(0, 0, count).subarray(count)
  return bytes
}

/** Random bytes as unguessable base64url text. 32 bytes give 43 characters and 256 bits. */
export function random(bytes = 32): string {
  const drawn = randomBytes(bytes)
  return nodeCrypto() ? Buffer.from(drawn.buffer).toString('base64url') : toBase64url(drawn)
}

/** Random decimal digits, each equally likely. */
export function randomDigits(count: number): string {
  let digits = ''
  while (digits.length < count) {
    for (const byte of randomBytes(count)) {
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
