import { AuthError } from '../errors.ts'
import type { OwnRecipe, PasswordAlgorithm, PasswordHash, PasswordRecipe } from './phc-string.ts'
import { nodeCrypto } from './runtime.ts'

/** Node's cryptography, which WebCrypto cannot replace here: it has neither argon2 nor scrypt. */
export function hashingCrypto(): typeof import('node:crypto') {
  const node = nodeCrypto()
  if (node) return node
  throw new AuthError('Unsupported', 'Hashing passwords needs node:crypto', {
    hint: 'Run this where node:crypto exists: Node, Bun, Deno, or a worker with Node compatibility.',
  })
}

/** The algorithms of this runtime, the best first. */
export function passwordAlgorithms(): readonly [PasswordAlgorithm, ...PasswordAlgorithm[]] {
  return typeof hashingCrypto().argon2 === 'function' ? ['argon2id', 'scrypt'] : ['scrypt']
}

/** Makes the hash of a password by a recipe and a salt. */
export function derivePassword(
  password: string,
  { recipe, salt }: Omit<PasswordHash, 'hash'>,
  length: number,
): Promise<Buffer> {
  if ('derive' in recipe) return recipe.derive(password, salt, length)
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key))
    const { algorithm, parameters } = recipe
    derivations[algorithm](passwordBytes(password), { parameters, salt }, length, done)
  })
}

/** The bytes of memory that a recipe needs: RFC 9106 §3.1, RFC 7914 §2. */
export function recipeMemory(recipe: PasswordRecipe): number {
  if ('derive' in recipe) return recipe.memory
  const { algorithm, parameters } = recipe
  const { m = 0, ln = 0, r = 0 } = parameters
  return algorithm === 'argon2id' ? 1024 * m : 128 * r * 2 ** ln
}

/** RFC 8265 §4.2: the same characters are the same password, however a keyboard composes them. */
function passwordBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8')
}

type Derive = (
  message: Buffer,
  recipe: { parameters: OwnRecipe['parameters']; salt: Buffer },
  length: number,
  done: (error: Error | null, key: Buffer) => void,
) => void

const derivations: Record<PasswordAlgorithm, Derive> = {
  argon2id(message, { parameters: { m = 0, t = 0, p = 0 }, salt }, tagLength, done) {
    const { argon2 } = hashingCrypto()
    if (typeof argon2 !== 'function') throw tooOld()
    const cost = { memory: m, passes: t, parallelism: p }
    argon2('argon2id', { message, nonce: salt, tagLength, ...cost }, done)
  },
  scrypt(message, { parameters: { ln = 0, r = 0, p = 0 }, salt }, length, done) {
    const N = 2 ** ln
    hashingCrypto().scrypt(message, salt, length, { N, r, p, maxmem: 256 * N * r }, done)
  },
}

function tooOld(): AuthError {
  return new AuthError('Unsupported', 'This runtime cannot compute argon2id', {
    hint: 'Use Node 24.7 or newer everywhere, or hash with `{ algorithm: "scrypt" }` until then.',
  })
}
