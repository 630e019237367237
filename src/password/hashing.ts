import { passwordAlgorithms, recipeMemory } from '../crypto/derive-password.ts'
import { type PasswordAlgorithm, type PasswordRecipe, readPhcString } from '../crypto/phc-string.ts'
import { hashBy, isAsCostly, verifyWithWork } from '../services/password-hash.ts'
import { processWide } from '../stores/process-wide.ts'
import { createTurns } from './turns.ts'

/**
 * The recipes of new hashes, which take 19 and 16 MiB. OWASP's Password Storage Cheat Sheet counts this scrypt as equal to those with
 * more memory, and a worker has no more than 128 MB for everything.
 */
const recipes: Readonly<Record<PasswordAlgorithm, PasswordRecipe>> = {
  argon2id: { algorithm: 'argon2id', parameters: { m: 19_456, t: 2, p: 1 } },
  scrypt: { algorithm: 'scrypt', parameters: { ln: 14, r: 8, p: 5 } },
}

/** So many other recipes are remembered. A table has one or two, from before the runtime or another library changed. */
const mostRecipes = 3

/** One for the whole process: several configurations share its threads and its memory. */
const { takeTurn, met } = processWide('password hashing', () => ({
  takeTurn: createTurns({ atOnce: hashesAtOnce(), memory: 150_000_000, waiting: 100 }),
  met: new Map<string, PasswordRecipe>(),
}))

/** Hashes a new password, as a PHC string. Rejects with `RateLimited` while too many wait. */
export async function hash(password: string): Promise<string> {
  const recipe = ownRecipe()
  return takeTurn(recipeMemory(recipe), () => hashBy(recipe, password))
}

/**
 * Says whether a password belongs to a hash. Without a hash the answer is no, after the same work. Rejects with `RateLimited`
 * while too many wait.
 */
export async function verify(password: string, hash: string | undefined): Promise<boolean> {
  const stored = hash === undefined ? undefined : recipeOf(hash)
  const recipes = [ownRecipe(), ...met.values()]
  const memory = Math.max(...[...recipes, stored ?? ownRecipe()].map(recipeMemory))
  const work = { recipes, covers: isSame, followed: remember }
  return takeTurn(memory, () => verifyWithWork(work, password, hash))
}

/** Whether a hash is weaker than a new one, or of another kind. After a sign-in is the moment to hash the password anew. */
export function needsRehash(hash: string): boolean {
  const recipe = recipeOf(hash)
  return !recipe || !isAsCostly(recipe, ownRecipe())
}

/** A hash of another recipe costs its own work besides: from the first one on, it costs everybody that. */
function remember(recipe: PasswordRecipe): void {
  if (met.size < mostRecipes && !isSame(recipe, ownRecipe())) met.set(nameOf(recipe), recipe)
}

function isSame(one: PasswordRecipe, other: PasswordRecipe): boolean {
  return nameOf(one) === nameOf(other)
}

function nameOf({ algorithm, parameters }: PasswordRecipe): string {
  return JSON.stringify([algorithm, Object.entries(parameters).sort()])
}

function recipeOf(hash: string): PasswordRecipe | undefined {
  try {
    return readPhcString(hash).recipe
  } catch {
    // Verifying it says so in the log, and is a no.
    return undefined
  }
}

function ownRecipe(): PasswordRecipe {
  return recipes[passwordAlgorithms()[0]]
}

/** Half of Node's threads. The others read files and look up names, for the rest of the application. */
function hashesAtOnce(): number {
  const threads = Number(globalThis.process?.env?.UV_THREADPOOL_SIZE) || 4
  return Math.max(1, Math.floor(threads / 2))
}
