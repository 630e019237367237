import { nodeCrypto } from './crypto/runtime.ts'
import { AuthError } from './errors.ts'
import { describe } from './services/log.ts'

/** The ways to make a password expensive to guess. */
export type PasswordAlgorithm = 'argon2id' | 'scrypt'

/** What a hash says about itself, in the PHC string format. */
interface Recipe {
  algorithm: PasswordAlgorithm
  parameters: Readonly<Record<string, number>>
  salt: Buffer
}

// OWASP Password Storage Cheat Sheet: the first choice, and the one for runtimes that do not have it.
const wanted: Readonly<Record<PasswordAlgorithm, Record<string, number>>> = {
  argon2id: { m: 19_456, t: 2, p: 1 },
  scrypt: { ln: 17, r: 8, p: 1 },
}

/** Nobody types more than this; more is an attempt to keep the processor busy. */
const maxPasswordLength = 1024

const hashBytes = 32
const saltBytes = 16

/** Shorter hashes collide; an empty one matches every password. */
const minHashBytes = 16

/** A hash that costs more was not made for people who wait: a sign-in would keep the server busy, or take all of its memory. */
const mostCost: Readonly<Record<string, number>> = { m: 2 ** 21, t: 64, ln: 20, r: 32, p: 64 }

/**
 * Hashes a password for storage, as a PHC string: with argon2id where the runtime has it (Node 24.7), else with scrypt. Every
 * byte counts, a NUL and everything after it too. Refuses passwords of more than 1,024 characters.
 */
export async function hashPassword(
  password: string,
  options: { algorithm?: PasswordAlgorithm } = {},
): Promise<string> {
  if (password.length > maxPasswordLength) {
    throw new AuthError(
      'InvalidRequest',
      `A password has more than ${maxPasswordLength} characters`,
      {
        field: 'password',
      },
    )
  }
  const recipe = newRecipe(options.algorithm ?? best())
  return write(recipe, await derive(password, recipe, hashBytes))
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
  const known = hash ? readOrWarn(hash) : undefined
  const fits = password.length <= maxPasswordLength
  const typed = fits ? password : ''
  const derived = known && (await deriveOrWarn(typed, known.recipe, known.hash.length))
  // One after the other: in parallel, the cheaper one would take no time beside the other, unless it is the person's own.
  for (const algorithm of options.algorithms ?? available()) {
    if (known && derived && isAsCostly(known.recipe, algorithm)) continue
    await derive(typed, newRecipe(algorithm), hashBytes)
  }
  return known && derived ? node().timingSafeEqual(derived, known.hash) && fits : false
}

function newRecipe(algorithm: PasswordAlgorithm): Recipe {
  return { algorithm, parameters: wanted[algorithm], salt: node().randomBytes(saltBytes) }
}

/** Whether to follow the recipe costs at least what a new hash of the algorithm does. */
function isAsCostly({ algorithm, parameters }: Recipe, other: PasswordAlgorithm): boolean {
  const names = Object.entries(wanted[other])
  return algorithm === other && names.every(([name, value]) => (parameters[name] ?? 0) >= value)
}

/** An error would tell by its status that somebody has the name. */
function readOrWarn(hash: string): ReturnType<typeof read> | undefined {
  try {
    return read(hash)
  } catch (thrown) {
    if (!(thrown instanceof AuthError)) throw thrown
    console.error(`[portico] ${describe(thrown)}`)
    return undefined
  }
}

/** A recipe that this runtime cannot follow is a no like any other. */
async function deriveOrWarn(
  password: string,
  recipe: Recipe,
  length: number,
): Promise<Buffer | undefined> {
  try {
    return await derive(password, recipe, length)
  } catch (thrown) {
    const cannot = new AuthError('Unsupported', 'A stored password cannot be computed here', {
      field: 'hash',
      cause: thrown,
    })
    console.error(`[portico] ${describe(thrown instanceof AuthError ? thrown : cannot)}`)
    return undefined
  }
}

/** Whether a hash is weaker than a new one would be. After a sign-in is the moment to hash the password anew. */
export function needsRehash(hash: string): boolean {
  return !isAsCostly(read(hash).recipe, best())
}

function node(): typeof import('node:crypto') {
  const node = nodeCrypto()
  if (node) return node
  throw new AuthError('Unsupported', 'Hashing passwords needs node:crypto', {
    hint: 'Run this where node:crypto exists: Node, Bun, Deno, or a worker with Node compatibility.',
  })
}

/** The algorithms of this runtime, the best first. */
function available(): readonly [PasswordAlgorithm, ...PasswordAlgorithm[]] {
  return typeof node().argon2 === 'function' ? ['argon2id', 'scrypt'] : ['scrypt']
}

function best(): PasswordAlgorithm {
  return available()[0]
}

/** RFC 8265 §4.2: the same characters are the same password, however a keyboard composes them. */
function passwordBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8')
}

function derive(password: string, recipe: Recipe, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key))
    derivations[recipe.algorithm](passwordBytes(password), recipe, length, done)
  })
}

type Derive = (
  message: Buffer,
  recipe: Recipe,
  length: number,
  done: (error: Error | null, key: Buffer) => void,
) => void

const derivations: Record<PasswordAlgorithm, Derive> = {
  argon2id(message, { parameters: { m = 0, t = 0, p = 0 }, salt }, tagLength, done) {
    const { argon2 } = node()
    if (typeof argon2 !== 'function') throw tooOld()
    const cost = { memory: m, passes: t, parallelism: p }
    argon2('argon2id', { message, nonce: salt, tagLength, ...cost }, done)
  },
  scrypt(message, { parameters: { ln = 0, r = 0, p = 0 }, salt }, length, done) {
    const N = 2 ** ln
    node().scrypt(message, salt, length, { N, r, p, maxmem: 256 * N * r }, done)
  },
}

function tooOld(): AuthError {
  return new AuthError('Unsupported', 'This runtime cannot compute argon2id', {
    hint: 'Use Node 24.7 or newer everywhere, or hash with `{ algorithm: "scrypt" }` until then.',
  })
}

// https://github.com/P-H-C/phc-string-format; argon2 also names its version.
const format =
  /^\$(?<algorithm>argon2id|scrypt)(?:\$v=19)?\$(?<parameters>(?:[a-z]+=\d{1,9},?)+)\$(?<salt>[\w+/]+)\$(?<hash>[\w+/]+)$/

function read(text: string): { recipe: Recipe; hash: Buffer } {
  const { algorithm, parameters = '', salt = '', hash = '' } = format.exec(text)?.groups ?? {}
  const costs = parameters.split(',').map((pair): [string, number] => {
    const [name = '', value] = pair.split('=')
    return [name, Number(value)]
  })
  const bytes = Buffer.from(hash, 'base64')
  if (bytes.length < minHashBytes || costs.some(([name, cost]) => cost > (mostCost[name] ?? 0))) {
    throw new AuthError(
      'Unsupported',
      'The stored password is no PHC string of argon2id or scrypt, or was cut short, or costs too much',
      {
        field: 'hash',
        hint: 'Verify hashes of another kind with the library that made them, then keep hashPassword().',
      },
    )
  }
  return {
    recipe: {
      algorithm: algorithm === 'scrypt' ? 'scrypt' : 'argon2id',
      parameters: Object.fromEntries(costs),
      salt: Buffer.from(salt, 'base64'),
    },
    hash: bytes,
  }
}

function write({ algorithm, parameters, salt }: Recipe, hash: Buffer): string {
  const version = algorithm === 'argon2id' ? ['v=19'] : []
  const cost = Object.entries(parameters).map(([name, value]) => `${name}=${value}`)
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return ['', algorithm, ...version, cost.join(','), encode(salt), encode(hash)].join('$')
}
