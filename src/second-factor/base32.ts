const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base32 without padding (RFC 4648 §6), as authenticator apps read a secret. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

/**
 * The bytes of a base32 text; undefined if it is none. People copy secrets by hand, so small letters, groups and padding are accepted.
 */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const plain = text.replaceAll(/[\s-]/g, '').replace(/=+$/, '').toUpperCase()
  // A last group of 1, 3 or 6 characters is no whole number of bytes: something is missing.
  if (!/^[A-Z2-7]*$/.test(plain) || [1, 3, 6].includes(plain.length % 8)) return undefined
  const bytes = new Uint8Array(Math.floor((plain.length * 5) / 8))
  let filled = 0
  let bits = 0
  let held = 0
  for (const character of plain) {
    held = ((held << 5) | alphabet.indexOf(character)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[filled++] = held >> bits
  }
  return bytes
}
