import { AuthError } from '../errors.ts'

/** The ways to make a password expensive to guess. */
export type PasswordAlgorithm = 'argon2id' | 'scrypt'

/** The recipe of a hash of ours, and so its cost: `m`, `t` and `p` of argon2id, `ln`, `r` and `p` of scrypt. */
export interface OwnRecipe {
  readonly algorithm: PasswordAlgorithm
  readonly parameters: Readonly<Record<string, number>>
}

/** The recipe of another library's hash. */
export interface ForeignRecipe {
  readonly algorithm: string
  readonly parameters: Readonly<Record<string, number>>
  /** The bytes of memory that it needs. */
  readonly memory: number
  derive(password: string, salt: Buffer, length: number): Promise<Buffer>
}

/** The recipe of a hash. Algorithm and parameters tell the cost. */
export type PasswordRecipe = OwnRecipe | ForeignRecipe

/** A hash with all that is needed to make it again. */
export interface PasswordHash {
  readonly recipe: PasswordRecipe
  readonly salt: Buffer
  readonly hash: Buffer
}

/** Shorter hashes collide; an empty one matches every password. */
const minHashBytes = 16

/** The highest cost of each parameter: more would keep the server busy during a sign-in, or take all of its memory. */
const mostCost: Readonly<Record<string, number>> = { m: 2 ** 21, t: 64, ln: 20, r: 32, p: 64 }

// https://github.com/P-H-C/phc-string-format; argon2 also names its version.
const format =
  /^\$(?<algorithm>argon2id|scrypt)(?:\$v=19)?\$(?<parameters>(?:[a-z]+=\d{1,9},?)+)\$(?<salt>[\w+/]+)\$(?<hash>[\w+/]+)$/

/** Reads a hash in the PHC string format; refuses what was cut short or costs too much. */
export function readPhcString(text: string): PasswordHash {
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
    },
    salt: Buffer.from(salt, 'base64'),
    hash: bytes,
  }
}

/** Writes a hash in the PHC string format. */
export function writePhcString({
  recipe,
  salt,
  hash,
}: PasswordHash & { recipe: OwnRecipe }): string {
  const { algorithm, parameters } = recipe
  const version = algorithm === 'argon2id' ? ['v=19'] : []
  const cost = Object.entries(parameters).map(([name, value]) => `${name}=${value}`)
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return ['', algorithm, ...version, cost.join(','), encode(salt), encode(hash)].join('$')
}
