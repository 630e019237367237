import { hmac, sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'

/** The prefix of every key, which tells it from other bearer tokens. */
export const prefix = 'portico_app_'

/** The key of an app: a name that stays, and a secret that is replaced from time to time. */
export interface Key {
  readonly name: string
  readonly secret: string
}

const form = /^portico_app_([\w-]{22})([\w-]{43})$/

/** A new key. */
export function makeKey(): Key {
  return { name: random(16), secret: random(32) }
}

/** The key in a text; undefined if it has none. */
export function parseKey(text: string): Key | undefined {
  const [, name, secret] = form.exec(text) ?? []
  return name !== undefined && secret !== undefined ? { name, secret } : undefined
}

export function keyText({ name, secret }: Key): string {
  return prefix + name + secret
}

/** The token of the key's session in the storage. No cookie can name it, because the hash of a cookie has no prefix. */
export async function sessionTokenOf({ name }: Key): Promise<string> {
  return `app.${await sha256(name)}`
}

/** The next key. It is the same each time, and computing it takes both the key and the salt. */
export async function successor({ name, secret }: Key, salt: string): Promise<Key> {
  return { name, secret: await hmac(secret, salt, 'base64url') }
}
