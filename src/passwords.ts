import { passwordAlgorithms } from './crypto/derive-password.ts'
import type { OwnRecipe, PasswordAlgorithm } from './crypto/phc-string.ts'
import { createMetRecipes } from './services/met-recipes.ts'
import { hashBy, isAsCostly, readHash, verifyWithWork } from './services/password-hash.ts'
import { processWide } from './stores/process-wide.ts'
import type { ForeignHashes } from './types/foreign-hashes.ts'

export type { PasswordAlgorithm } from './crypto/phc-string.ts'
export { foreignHashes } from './foreign-hashes/foreign-hashes.ts'
export type { ForeignHashes } from './types/foreign-hashes.ts'

// OWASP Password Storage Cheat Sheet: the first choice, and the one for runtimes without argon2id.
const wanted: Readonly<Record<PasswordAlgorithm, OwnRecipe>> = {
  argon2id: { algorithm: 'argon2id', parameters: { m: 19_456, t: 2, p: 1 } },
  scrypt: { algorithm: 'scrypt', parameters: { ln: 17, r: 8, p: 1 } },
}

/** The recipes of the foreign hashes seen so far; one list for the whole process. */
const met = /* @__PURE__ */ processWide('foreign password hashes', () =>
  createMetRecipes((recipe) => !('derive' in recipe)),
)

/**
 * Hashes a password for storage, as a PHC string: with argon2id if the runtime has it (Node 24.7), else with scrypt. Every byte counts,
 * also NUL and everything after it. Refuses passwords of more than 1,024 characters.
 */
export async function hashPassword(
  password: string,
  options: { algorithm?: PasswordAlgorithm } = {},
): Promise<string> {
  return hashBy(wanted[options.algorithm ?? best()], password)
}

/**
 * True if a password matches a hash. The time it takes does not reveal which users exist: each call does the work of a new hash with every
 * algorithm, whatever the hash is, also without one (an unknown name) and with an unreadable one. If a table has one kind only, naming it
 * in `algorithms` saves the work of the other. An unreadable hash gives false, and a line in the log. With `foreign`, hashes of other
 * libraries are verified, too; after the first one of a kind, every call does the work of that kind.
 */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
  options: { algorithms?: readonly PasswordAlgorithm[]; foreign?: ForeignHashes } = {},
): Promise<boolean> {
  const algorithms = options.algorithms ?? passwordAlgorithms()
  const recipes = algorithms.map((algorithm) => wanted[algorithm])
  const { foreign } = options
  if (!foreign) return verifyWithWork({ recipes }, password, hash)
  const work = { recipes: [...recipes, ...met.all()], followed: met.remember, foreign }
  return verifyWithWork(work, password, hash)
}

/**
 * True if a hash is weaker than a new one would be, or with `foreign` if it is another library's. Hash the password anew after a sign-in,
 * while you know it.
 */
export function needsRehash(hash: string, options: { foreign?: ForeignHashes } = {}): boolean {
  return !isAsCostly(readHash(hash, options.foreign).recipe, wanted[best()])
}

function best(): PasswordAlgorithm {
  return passwordAlgorithms()[0]
}
