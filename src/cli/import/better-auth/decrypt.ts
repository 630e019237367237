import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'

/**
 * Decrypts a text of Better Auth: XChaCha20-Poly1305 under the SHA-256 of a secret, as hexadecimal digits of nonce, text and tag, with
 * `$ba$<version>$` before them since 1.6. Undefined if none of the secrets opens it.
 */
export function decrypt(written: string, secrets: readonly string[]): string | undefined {
  const hex = written.replace(/^\$ba\$\d+\$/, '')
  if (!/^(?:[\da-f]{2}){40,}$/.test(hex)) return undefined
  const bytes = Buffer.from(hex, 'hex')
  for (const secret of secrets) {
    try {
      return open(createHash('sha256').update(secret).digest(), bytes)
    } catch {
      // The text has another secret, or is not Better Auth's.
    }
  }
  return undefined
}

/** draft-irtf-cfrg-xchacha-03 §2.3: ChaCha20-Poly1305, with a key derived from the first 16 bytes of the nonce. */
function open(key: Buffer, bytes: Buffer): string {
  const nonce = Buffer.concat([Buffer.alloc(4), bytes.subarray(16, 24)])
  const cipher = createDecipheriv('chacha20-poly1305', subkey(key, bytes.subarray(0, 16)), nonce, {
    authTagLength: 16,
  })
  cipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([cipher.update(bytes.subarray(24, -16)), cipher.final()]).toString()
}

/** HChaCha20 (§2.2): a block of ChaCha20 without its final addition, which is subtracted here. */
function subkey(key: Buffer, input: Buffer): Buffer {
  const block = createCipheriv('chacha20', key, input).update(Buffer.alloc(64))
  const added = Buffer.concat([Buffer.from('expand 32-byte k'), key, input])
  const words = [0, 1, 2, 3, 12, 13, 14, 15]
  const made = Buffer.alloc(32)
  for (const [place, word] of words.entries()) {
    const sum = block.readUInt32LE(4 * word) - added.readUInt32LE(4 * word)
    made.writeUInt32LE(sum >>> 0, 4 * place)
  }
  return made
}
