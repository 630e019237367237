import { hashingCrypto } from '../crypto/derive-password.ts'
import { AuthError } from '../errors.ts'
import { type ImportPackage, loadInstalled, rethrow } from '../services/installed-package.ts'
import { foreignHash, type ReadForeign, tooCostly } from './foreign-hash.ts'

/** RFC 9106 §4 recommends 2 GiB in one pass. More work than two such passes takes many seconds. */
const [mostMemory, mostWork] = [2 ** 21, 2 ** 22]

const format =
  /^(?<django>argon2)?\$argon2(?<kind>id?|d)\$v=19\$m=(?<m>\d{1,8}),t=(?<t>\d{1,4}),p=(?<p>\d{1,2})\$(?<salt>[\w+/]{11,})\$(?<hash>[\w+/]{22,88})$/

/**
 * Reads argon2i, argon2d, Django's `argon2$argon2id$…`, and argon2id where the runtime cannot compute it. Other argon2id is read as our
 * own.
 */
export const readArgon2: ReadForeign = (text) => {
  const found = format.exec(text)?.groups
  if (!found) return undefined
  const algorithm = `argon2${found.kind}` as 'argon2i' | 'argon2d' | 'argon2id'
  const [m, t, p] = [Number(found.m), Number(found.t), Number(found.p)]
  if (m > mostMemory || m * t > mostWork) throw tooCostly('argon2')
  if (algorithm === 'argon2id' && !found.django && hasArgon2()) return undefined
  const hash = Buffer.from(found.hash ?? '', 'base64')
  const cost = { m, t, p }
  const recipe = {
    algorithm: `${algorithm} as typed`,
    parameters: { ...cost, bytes: hash.length },
    memory: 1024 * m,
    derive: (password: string, salt: Buffer) =>
      compute(algorithm, Buffer.from(password), salt, { ...cost, length: hash.length }),
  }
  return foreignHash(recipe, Buffer.from(found.salt ?? '', 'base64'), hash)
}

function hasArgon2(): boolean {
  return typeof hashingCrypto().argon2 === 'function'
}

type Kind = 'argon2i' | 'argon2d' | 'argon2id'

interface Cost {
  readonly m: number
  readonly t: number
  readonly p: number
  readonly length: number
}

async function compute(kind: Kind, message: Buffer, salt: Buffer, cost: Cost): Promise<Buffer> {
  const { m: memory, t: passes, p: parallelism, length } = cost
  if (hasArgon2())
    return new Promise((resolve, reject) => {
      const parameters = { message, nonce: salt, memory, passes, parallelism, tagLength: length }
      hashingCrypto().argon2(kind, parameters, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  const library = await loadHashWasm()
  const key = await library[kind]({
    ...{ password: message, salt, parallelism, iterations: passes, memorySize: memory },
    ...{ hashLength: length, outputType: 'binary' },
  })
  return Buffer.from(key)
}

type HashWasm = Record<Kind, (options: object) => Promise<Uint8Array>>

async function loadHashWasm(): Promise<HashWasm> {
  const load: ImportPackage = async (name) => {
    try {
      return await import(
        /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: false */ /* turbopackOptional: true */ name ??
          'hash-wasm'
      )
    } catch (cause) {
      return rethrow(cause)
    }
  }
  try {
    return (await loadInstalled('hash-wasm', load)) as HashWasm
  } catch (cause) {
    throw new AuthError('Unsupported', 'This runtime cannot compute argon2', {
      field: 'hash',
      hint: 'Use Node 24.7 or newer, or npm i hash-wasm.',
      cause,
    })
  }
}
