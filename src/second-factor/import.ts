import { encode } from '../crypto/runtime.ts'
import { AuthError } from '../errors.ts'
import type { SecretForm } from '../types/second-factor.ts'
import { fromBase32 } from './base32.ts'

export type { SecretForm } from '../types/second-factor.ts'

/** Keys below 80 bits were never issued by anybody, and can be guessed; so short a secret was read in the wrong form. */
const shortestKey = 10

const readers: Record<SecretForm, (secret: string) => Uint8Array<ArrayBuffer> | undefined> = {
  base32: inOneCase,
  text: encode,
  hex: fromHex,
  uri: fromUri,
}

/** The key that an authenticator app already has, from a secret that another library stored. Throws if it cannot be one. */
export function importedKey(secret: string, form: SecretForm): Uint8Array<ArrayBuffer> {
  const read = Object.hasOwn(readers, form) ? readers[form] : undefined
  const key = read?.(secret)
  if (!read) throw refusal('The form of a secret is base32, text, hex or uri')
  if (!key) throw refusal(`The secret is not written as ${form}`)
  if (key.length >= shortestKey) return key
  throw refusal(
    `The secret has ${key.length * 8} bits, read as ${form}; authenticator apps use 80 or more`,
  )
}

/** Large and small letters together are a text whose characters happen to be letters of base32: another key, and no code would match. */
function inOneCase(secret: string): Uint8Array<ArrayBuffer> | undefined {
  return /[a-z]/.test(secret) && /[A-Z]/.test(secret) ? undefined : fromBase32(secret)
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[\da-f]{2})*$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** The parameters of an address whose codes we can check, and how they are written; a missing one has that value. */
const expected = { algorithm: /^(?:hmac-?)?sha-?1$/i, digits: /^6$/, period: /^30$/ }

function fromUri(text: string): Uint8Array<ArrayBuffer> | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'otpauth:' || url.host !== 'totp') return undefined
  for (const [name, pattern] of Object.entries(expected)) {
    const value = url.searchParams.get(name)
    if (value === null || pattern.test(value)) continue
    throw refusal(`The ${name} of its codes is not supported: SHA1, 6 digits and 30 seconds are`)
  }
  return fromBase32(url.searchParams.get('secret') ?? '')
}

/** A refusal never contains the secret. */
function refusal(message: string): AuthError {
  const hint =
    'Pass the form in which the other library wrote it; docs/second-factor.md has a table.'
  return new AuthError('InvalidRequest', message, { field: 'secret', hint })
}
