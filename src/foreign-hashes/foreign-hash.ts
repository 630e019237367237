import type { ForeignRecipe, PasswordHash } from '../crypto/phc-string.ts'
import { AuthError } from '../errors.ts'

/** Reads a hash of one library; undefined if it has another form. Throws `tooCostly()` if the form matches but the cost is too high. */
export type ReadForeign = (text: string) => PasswordHash | undefined

/** A hash that another library made, with all that is needed to make it again. */
export function foreignHash(
  recipe: Omit<ForeignRecipe, 'memory'> & { memory?: number },
  salt: Buffer,
  hash: Buffer,
): PasswordHash {
  return { recipe: { memory: 0, ...recipe }, salt, hash }
}

/** The error for a hash that takes too long for a sign-in, or was written to keep the server busy. */
export function tooCostly(library: string): AuthError {
  return new AuthError('Unsupported', `A stored password of ${library} costs too much to compute`, {
    field: 'hash',
    hint: 'docs/import.md has the bounds. The person can set a new password by mail.',
  })
}
