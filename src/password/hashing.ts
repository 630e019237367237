import { passwordAlgorithms, recipeMemory } from '../crypto/derive-password.ts'
import type { OwnRecipe, PasswordAlgorithm, PasswordRecipe } from '../crypto/phc-string.ts'
import { createMetRecipes, isSameRecipe } from '../services/met-recipes.ts'
import { hashBy, isAsCostly, readHash, verifyWithWork } from '../services/password-hash.ts'
import { processWide } from '../stores/process-wide.ts'
import type { ForeignHashes } from '../types/foreign-hashes.ts'
import { createTurns } from './turns.ts'

/**
 * The recipes of new hashes, which take 19 and 16 MiB. OWASP's Password Storage Cheat Sheet counts this scrypt as equal to those with
 * more memory, and a worker has no more than 128 MB for everything.
 */
const recipes: Readonly<Record<PasswordAlgorithm, OwnRecipe>> = {
  argon2id: { algorithm: 'argon2id', parameters: { m: 19_456, t: 2, p: 1 } },
  scrypt: { algorithm: 'scrypt', parameters: { ln: 14, r: 8, p: 5 } },
}

/** One for the whole process: several configurations share its threads and its memory. */
const { takeTurn, met } = processWide('password hashing', () => ({
  takeTurn: createTurns({ atOnce: hashesAtOnce(), memory: 150_000_000, waiting: 100 }),
  met: createMetRecipes((recipe) => isSameRecipe(recipe, ownRecipe())),
}))

/** Hashes a new password, as a PHC string. Rejects with `RateLimited` while too many wait. */
export async function hash(password: string): Promise<string> {
  const recipe = ownRecipe()
  return takeTurn(recipeMemory(recipe), () => hashBy(recipe, password))
}

/**
 * Says whether a password belongs to a hash, which `foreign` may read if another library made it. Without a hash the answer is no, after
 * the same work. Rejects with `RateLimited` while too many wait.
 */
export async function verify(
  password: string,
  hash: string | undefined,
  foreign?: ForeignHashes,
): Promise<boolean> {
  const stored = hash === undefined ? undefined : recipeOf(hash, foreign)
  const recipes = [ownRecipe(), ...met.all()]
  const memory = Math.max(...[...recipes, stored ?? ownRecipe()].map(recipeMemory))
  const work = { recipes, covers: isSameRecipe, followed: met.remember, foreign }
  return takeTurn(memory, () => verifyWithWork(work, password, hash))
}

/** True if a hash is weaker than a new one, or of another kind. Hash the password anew after a sign-in, when it is known. */
export function needsRehash(hash: string): boolean {
  const recipe = recipeOf(hash)
  return !recipe || !isAsCostly(recipe, ownRecipe())
}

function recipeOf(hash: string, foreign?: ForeignHashes): PasswordRecipe | undefined {
  try {
    return readHash(hash, foreign).recipe
  } catch {
    // Verifying it says so in the log, and is a no.
    return undefined
  }
}

function ownRecipe(): OwnRecipe {
  return recipes[passwordAlgorithms()[0]]
}

/** Half of Node's threads. The others read files and look up names, for the rest of the application. */
function hashesAtOnce(): number {
  const threads = Number(globalThis.process?.env?.UV_THREADPOOL_SIZE) || 4
  return Math.max(1, Math.floor(threads / 2))
}
