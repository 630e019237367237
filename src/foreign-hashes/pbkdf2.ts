import type { PasswordHash } from '../crypto/phc-string.ts'
import { foreignHash, type ReadForeign, tooCostly } from './foreign-hash.ts'
import { type Digest, pbkdf2 } from './node-derive.ts'

/** Five times Django's default: about two seconds. */
const mostIterations = 6_000_000

/** Longer keys repeat the work for each block, and are no harder to guess. */
const mostBytes = 64

/** Shorter hashes match other passwords by accident. */
const leastBytes = 16

/** A hash of PBKDF2; undefined if it is too short. */
function pbkdf2Hash(
  { digest, iterations }: { digest: Digest; iterations: number },
  salt: Buffer,
  hash: Buffer,
): PasswordHash | undefined {
  if (hash.length < leastBytes || iterations < 1) return undefined
  if (iterations > mostIterations || hash.length > mostBytes) throw tooCostly('PBKDF2')
  const recipe = {
    algorithm: `pbkdf2 ${digest}`,
    parameters: { iterations, bytes: hash.length },
    derive: (password: string, salt: Buffer) =>
      pbkdf2(Buffer.from(password), salt, { digest, iterations }, hash.length),
  }
  return foreignHash(recipe, salt, hash)
}

const django =
  /^pbkdf2_(?<digest>sha1|sha256|sha512)\$(?<iterations>\d{1,9})\$(?<salt>[^$]+)\$(?<hash>[\w+/]+=*)$/

/** Django: `pbkdf2_sha256$600000$salt$hash`. The salt is a text. */
export const readDjangoPbkdf2: ReadForeign = (text) => {
  const { digest, iterations, salt = '', hash = '' } = django.exec(text)?.groups ?? {}
  const cost = { digest: digest as Digest, iterations: Number(iterations) }
  return digest ? pbkdf2Hash(cost, Buffer.from(salt), Buffer.from(hash, 'base64')) : undefined
}

const phc =
  /^\$pbkdf2(?:-(?<digest>sha1|sha256|sha512))?\$(?:i=)?(?<iterations>\d{1,9})(?:,l=\d{1,3})?\$(?<salt>[\w+/.]+=*)\$(?<hash>[\w+/.]+=*)$/

/**
 * `$pbkdf2-sha256$i=600000,l=32$salt$hash` as user pools export it, and `$pbkdf2-sha256$29000$salt$hash` of passlib, which writes a dot for
 * +.
 */
export const readPhcPbkdf2: ReadForeign = (text) => {
  const { digest = 'sha1', iterations, salt = '', hash = '' } = phc.exec(text)?.groups ?? {}
  const bytes = (written: string) => Buffer.from(written.replaceAll('.', '+'), 'base64')
  const cost = { digest: digest as Digest, iterations: Number(iterations) }
  return iterations ? pbkdf2Hash(cost, bytes(salt), bytes(hash)) : undefined
}

const aspnetDigests: readonly Digest[] = ['sha1', 'sha256', 'sha512']
const aspnet = /^[\w+/]{60,200}={0,2}$/

/** ASP.NET Identity, version 2 (49 bytes that begin with 0) and 3 (a header of 13 bytes that begins with 1). */
export const readAspnet: ReadForeign = (text) => {
  const bytes = aspnet.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  if (bytes[0] === 0 && bytes.length === 49)
    return pbkdf2Hash(
      { digest: 'sha1', iterations: 1000 },
      bytes.subarray(1, 17),
      bytes.subarray(17),
    )
  if (bytes[0] !== 1 || bytes.length < 45) return undefined
  const digest = aspnetDigests[bytes.readUInt32BE(1)]
  const [iterations, saltBytes] = [bytes.readUInt32BE(5), bytes.readUInt32BE(9)]
  if (!digest || saltBytes < 16 || saltBytes > bytes.length - 29) return undefined
  const salt = bytes.subarray(13, 13 + saltBytes)
  return pbkdf2Hash({ digest, iterations }, salt, bytes.subarray(13 + saltBytes))
}
