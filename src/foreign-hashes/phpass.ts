import { hashingCrypto } from '../crypto/derive-password.ts'
import { foreignHash, type ReadForeign, tooCostly } from './foreign-hash.ts'

const digits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The exponent: WordPress has 2¹³ rounds, and 2¹⁸ take a third of a second. */
const mostRounds = 18

/** The rounds before other requests are answered. */
const roundsAtOnce = 4096

const format =
  /^\$[PH]\$(?<rounds>[./0-9A-Za-z])(?<salt>[./0-9A-Za-z]{8})(?<hash>[./0-9A-Za-z]{22})$/

/** WordPress before 6.8, and phpBB: `$P$B…` and `$H$9…` of phpass, which repeats MD5. */
export const readPhpass: ReadForeign = (text) => {
  const found = format.exec(text)?.groups
  if (!found) return undefined
  const rounds = digits.indexOf(found.rounds ?? '')
  if (rounds > mostRounds) throw tooCostly('phpass')
  const recipe = {
    algorithm: 'phpass',
    parameters: { rounds },
    derive: (password: string, salt: Buffer) =>
      compute(Buffer.from(password), salt.subarray(0, 8), 2 ** rounds),
  }
  return foreignHash(recipe, Buffer.from(found.salt ?? ''), decoded(found.hash ?? ''))
}

async function compute(password: Buffer, salt: Buffer, rounds: number): Promise<Buffer> {
  const md5 = (bytes: Buffer) => hashingCrypto().createHash('md5').update(bytes).digest()
  let hash = md5(Buffer.concat([salt, password]))
  for (let round = 0; round < rounds; round++) {
    if (round % roundsAtOnce === 0) await new Promise((resolve) => setTimeout(resolve))
    hash = md5(Buffer.concat([hash, password]))
  }
  return hash
}

/** Decodes phpass's base64: four digits are three bytes, the lowest first. */
function decoded(text: string): Buffer {
  const bytes: number[] = []
  for (const group of text.match(/.{1,4}/g) ?? []) {
    const value = [...group].reduceRight((sum, digit) => sum * 64 + digits.indexOf(digit), 0)
    for (let at = 0; at < group.length - 1; at++) bytes.push((value >> (8 * at)) & 255)
  }
  return Buffer.from(bytes)
}
