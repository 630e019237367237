import { hashingCrypto } from '../crypto/derive-password.ts'

/** The hash functions that PBKDF2 is used with. */
export type Digest = 'sha1' | 'sha256' | 'sha512'

/** RFC 8018 §5.2. */
export function pbkdf2(
  password: Buffer,
  salt: Buffer,
  { iterations, digest }: { iterations: number; digest: Digest },
  length: number,
): Promise<Buffer> {
  return called((done) => hashingCrypto().pbkdf2(password, salt, iterations, length, digest, done))
}

/** RFC 7914. */
export function scrypt(
  password: Buffer,
  salt: Buffer,
  { N, r, p }: { N: number; r: number; p: number },
  length: number,
): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r + 1024 * r * p }
  return called((done) => hashingCrypto().scrypt(password, salt, length, options, done))
}

function called(work: (done: (error: Error | null, key: Buffer) => void) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    work((error, key) => (error ? reject(error) : resolve(key)))
  })
}
