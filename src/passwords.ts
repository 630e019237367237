import { passwordAlgorithms } from './crypto/derive-password.ts'
import { type PasswordAlgorithm, type PasswordRecipe, readPhcString } from './crypto/phc-string.ts'
import { hashBy, isAsCostly, verifyWithWork } from './services/password-hash.ts'

export type { PasswordAlgorithm } from './crypto/phc-string.ts'

// OWASP Password Storage Cheat Sheet: the first choice, and the one for runtimes that do not have it.
const wanted: Readonly<Record<PasswordAlgorithm, PasswordRecipe>> = {
  argon2id: { algorithm: 'argon2id', parameters: { m: 19_456, t: 2, p: 1 } },
  scrypt: { algorithm: 'scrypt', parameters: { ln: 17, r: 8, p: 1 } },
}

/**
 * Hashes a password for storage, as a PHC string: with argon2id where the runtime has it (Node 24.7), else with scrypt. Every
 * byte counts, a NUL and everything after it too. Refuses passwords of more than 1,024 characters.
 */
export async function hashPassword(
  password: string,
  options: { algorithm?: PasswordAlgorithm } = {},
): Promise<string> {
  return hashBy(wanted[options.algorithm ?? best()], password)
}

/**
 * Says whether a password belongs to a hash. The time it takes does not tell who exists: the work of a new hash of every algorithm is done for
 * everybody, whatever their own hash is, also without one (nobody has that name), and with one that cannot be read. A table that has
 * one kind only names it in `algorithms`, and saves the work of the other. A hash that cannot be read is a no, and a line in the log.
 */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
  options: { algorithms?: readonly PasswordAlgorithm[] } = {},
): Promise<boolean> {
  const algorithms = options.algorithms ?? passwordAlgorithms()
  const recipes = algorithms.map((algorithm) => wanted[algorithm])
  return verifyWithWork({ recipes }, password, hash)
}

/** Whether a hash is weaker than a new one would be. After a sign-in is the moment to hash the password anew. */
export function needsRehash(hash: string): boolean {
  return !isAsCostly(readPhcString(hash).recipe, wanted[best()])
}

function best(): PasswordAlgorithm {
  return passwordAlgorithms()[0]
}
