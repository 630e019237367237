import { hashingCrypto } from '../crypto/derive-password.ts'
import type { PasswordHash } from '../crypto/phc-string.ts'
import { AuthError } from '../errors.ts'
import { type ImportPackage, loadInstalled, rethrow } from '../services/installed-package.ts'
import { foreignHash, type ReadForeign, tooCostly } from './foreign-hash.ts'

/** Cost 12 takes a quarter of a second, and each step doubles it: 15 takes about two. */
const mostCost = 15

const format = /^\$2[aby]\$(?<cost>\d\d)\$(?<salt>[./A-Za-z0-9]{22})(?<hash>[./A-Za-z0-9]{31})$/

/** `$2a$`, `$2b$` and `$2y$`, which name the same function. It ignores bytes after the 72nd. */
export const readBcrypt: ReadForeign = (text) => read(text, 'bcrypt', async (password) => password)

/** WordPress 6.8: `$wp$2y$…`. The password is hashed before bcrypt, so that long ones count to their end. */
export const readWordpress: ReadForeign = (text) =>
  text.startsWith('$wp$')
    ? read(text.slice(3), 'bcrypt wp-sha384', async (password) =>
        hashingCrypto().createHmac('sha384', 'wp-sha384').update(password).digest('base64'),
      )
    : undefined

const djangoPrefix = 'bcrypt_sha256$'

/** Django: `bcrypt_sha256$$2b$…`. */
export const readDjangoBcrypt: ReadForeign = (text) =>
  text.startsWith(djangoPrefix)
    ? read(text.slice(djangoPrefix.length), 'bcrypt sha256', async (password) =>
        hashingCrypto().createHash('sha256').update(password).digest('hex'),
      )
    : undefined

function read(
  text: string,
  algorithm: string,
  prepare: (password: string) => Promise<string>,
): PasswordHash | undefined {
  const { cost = '', salt = '', hash = '' } = format.exec(text)?.groups ?? {}
  if (!hash) return undefined
  if (Number(cost) > mostCost) throw tooCostly('bcrypt')
  const recipe = {
    algorithm,
    parameters: { cost: Number(cost) },
    async derive(password: string, salt: Buffer) {
      const library = await loadBcrypt()
      const settings = `$2b$${cost}$${toBcrypt(salt)}`
      return fromBcrypt((await library.hash(await prepare(password), settings)).slice(-31))
    },
  }
  return foreignHash(recipe, fromBcrypt(salt), fromBcrypt(hash))
}

const usual = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const own = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Decodes bcrypt's base64, which has the usual digits in another order. */
function fromBcrypt(text: string): Buffer {
  return Buffer.from(translated(text, own, usual), 'base64')
}

function toBcrypt(bytes: Buffer): string {
  return translated(bytes.toString('base64').replace(/=+$/, ''), usual, own)
}

function translated(text: string, from: string, to: string): string {
  return text.replaceAll(/./g, (digit) => to[from.indexOf(digit)] ?? '')
}

interface BcryptLibrary {
  hash(password: string, settings: string): Promise<string>
}

const libraries: readonly [name: string, load: ImportPackage][] = [
  // Tried first: it computes in a thread of its own.
  [
    'bcrypt',
    async (name) => {
      try {
        return await import(
          /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: false */ /* turbopackOptional: true */ name ??
            'bcrypt'
        )
      } catch (cause) {
        return rethrow(cause)
      }
    },
  ],
  [
    'bcryptjs',
    async (name) => {
      try {
        return await import(
          /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: false */ /* turbopackOptional: true */ name ??
            'bcryptjs'
        )
      } catch (cause) {
        return rethrow(cause)
      }
    },
  ],
]

async function loadBcrypt(): Promise<BcryptLibrary> {
  const causes: unknown[] = []
  for (const [name, load] of libraries) {
    try {
      const module = Object(await loadInstalled(name, load))
      return module.hash ? module : module.default
    } catch (cause) {
      causes.push(cause)
    }
  }
  throw new AuthError('Unsupported', 'Passwords hashed with bcrypt need a package', {
    field: 'hash',
    hint: 'npm i bcryptjs, or npm i bcrypt, which is faster.',
    cause: new AggregateError(causes),
  })
}
