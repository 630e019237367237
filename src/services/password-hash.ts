import { derivePassword, hashingCrypto } from '../crypto/derive-password.ts'
import {
  type OwnRecipe,
  type PasswordHash,
  type PasswordRecipe,
  readPhcString,
  writePhcString,
} from '../crypto/phc-string.ts'
import { AuthError } from '../errors.ts'
import type { ForeignHashes } from '../types/foreign-hashes.ts'
import { describe } from './log.ts'

/** The most characters: nobody types more, and longer texts only keep the processor busy. */
const maxPasswordLength = 1024

const hashBytes = 32
const saltBytes = 16

/** Hashes a password by a recipe, as a PHC string. */
export async function hashBy(recipe: OwnRecipe, password: string): Promise<string> {
  if (password.length > maxPasswordLength) {
    throw new AuthError(
      'InvalidRequest',
      `A password has more than ${maxPasswordLength} characters`,
      {
        field: 'password',
      },
    )
  }
  const salted = withSalt(recipe)
  return writePhcString({ ...salted, hash: await derivePassword(password, salted, hashBytes) })
}

/** The work that is done whatever the hash is. */
interface Work {
  readonly recipes: readonly PasswordRecipe[]
  /** True if the work of the hash's own recipe replaces that of another. */
  readonly covers?: (own: PasswordRecipe, other: PasswordRecipe) => boolean
  /** Receives the recipe of the hash that was verified. */
  readonly followed?: (recipe: PasswordRecipe) => void
  /** Reads the hashes of other libraries. */
  readonly foreign?: ForeignHashes | undefined
}

/**
 * True if a password matches a hash. The work of every recipe is done, whatever the hash is, also without one: the time it takes does not
 * reveal which users exist.
 */
export async function verifyWithWork(
  { recipes, covers = isAsCostly, followed, foreign }: Work,
  password: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const known = hash ? readOrWarn(hash, foreign) : undefined
  const fits = password.length <= maxPasswordLength
  const typed = fits ? password : ''
  const derived = known && (await deriveOrWarn(typed, known))
  if (known && derived) followed?.(known.recipe)
  // One after the other: in parallel, the cheaper recipe would take extra time only for people whose own it is.
  for (const recipe of recipes) {
    if (known && derived && covers(known.recipe, recipe)) continue
    await derivePassword(typed, withSalt(recipe), hashBytes)
  }
  return known && derived ? hashingCrypto().timingSafeEqual(derived, known.hash) && fits : false
}

/** True if following a recipe costs at least as much as following the other. */
export function isAsCostly(
  { algorithm, parameters }: PasswordRecipe,
  other: PasswordRecipe,
): boolean {
  const names = Object.entries(other.parameters)
  return (
    algorithm === other.algorithm &&
    names.every(([name, value]) => (parameters[name] ?? 0) >= value)
  )
}

/** Reads a hash of Portico or of another library. Throws if it is neither, or costs too much. */
export function readHash(hash: string, foreign: ForeignHashes | undefined): PasswordHash {
  // `foreignHashes` always returns this type; the public one hides how a hash is computed.
  return (foreign?.read(hash) as PasswordHash | undefined) ?? readPhcString(hash)
}

function withSalt<R extends PasswordRecipe>(recipe: R): { recipe: R; salt: Buffer } {
  return { recipe, salt: hashingCrypto().randomBytes(saltBytes) }
}

/** Reads a hash, or logs why it cannot: the status of an error would reveal that the name exists. */
function readOrWarn(hash: string, foreign: ForeignHashes | undefined): PasswordHash | undefined {
  try {
    return readHash(hash, foreign)
  } catch (thrown) {
    if (!(thrown instanceof AuthError)) throw thrown
    console.error(`[portico] ${describe(thrown)}`)
    return undefined
  }
}

/** Derives the key, or logs why this runtime cannot: then the password counts as wrong. */
async function deriveOrWarn(password: string, known: PasswordHash): Promise<Buffer | undefined> {
  try {
    return await derivePassword(password, known, known.hash.length)
  } catch (thrown) {
    const cannot = new AuthError('Unsupported', 'A stored password cannot be computed here', {
      field: 'hash',
      cause: thrown,
    })
    console.error(`[portico] ${describe(thrown instanceof AuthError ? thrown : cannot)}`)
    return undefined
  }
}
