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

/** Nobody types more than this; more is an attempt to keep the processor busy. */
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
  /** True if the work of a person's own recipe stands for that of another. */
  readonly covers?: (own: PasswordRecipe, other: PasswordRecipe) => boolean
  /** Told of the recipe that a person's hash was computed by. */
  readonly followed?: (recipe: PasswordRecipe) => void
  /** Reads the hashes of other libraries. */
  readonly foreign?: ForeignHashes | undefined
}

/**
 * Says whether a password belongs to a hash. The work of every recipe is done, whatever the hash is, also without one: the time
 * it takes does not tell who exists.
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
  // One after the other: in parallel, the cheaper one would take no time beside the other, unless it is the person's own.
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

/** Reads a hash of ours, or of another library. Throws if it is neither, or costs too much. */
export function readHash(hash: string, foreign: ForeignHashes | undefined): PasswordHash {
  // `foreignHashes` returns nothing else; the compiler of an application need not know how a hash is computed.
  return (foreign?.read(hash) as PasswordHash | undefined) ?? readPhcString(hash)
}

function withSalt<R extends PasswordRecipe>(recipe: R): { recipe: R; salt: Buffer } {
  return { recipe, salt: hashingCrypto().randomBytes(saltBytes) }
}

/** An error would tell by its status that somebody has the name. */
function readOrWarn(hash: string, foreign: ForeignHashes | undefined): PasswordHash | undefined {
  try {
    return readHash(hash, foreign)
  } catch (thrown) {
    if (!(thrown instanceof AuthError)) throw thrown
    console.error(`[portico] ${describe(thrown)}`)
    return undefined
  }
}

/** A recipe that this runtime cannot follow is a no like any other. */
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
