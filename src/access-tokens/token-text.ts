/** Letters and digits only: a double click selects the whole token. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 32 random characters of 62 are 190 bits. */
const randomLength = 32

const checksumLength = 6

/** A new token: the prefix, 32 random characters, and a checksum of 6 that secret scanners can verify. */
export function makeToken(prefix: string): string {
  const start = prefix + randomText(randomLength)
  return start + checksum(start)
}

/** True if a text has the length and the checksum of a token. Asks no storage. */
export function isToken(prefix: string, text: string): boolean {
  if (text.length !== prefix.length + randomLength + checksumLength) return false
  return checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}

function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 is the largest multiple of 62 in a byte: higher values would favour the first characters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}

/** CRC-32 (ISO 3309, as in zip files) of a text of ASCII, in base 62, most significant character first. */
function checksum(text: string): string {
  let crc = 0xffffffff
  for (const character of text) {
    crc ^= character.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  let rest = (crc ^ 0xffffffff) >>> 0
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
