import type { App } from '../app.ts'
import { sha256 } from '../crypto/hash.ts'
import { typedCode } from '../http/typed-code.ts'
import { assertAnswered, itemsOf } from '../identity/items.ts'
import type { Storage } from '../types/storage.ts'
import { toBase32 } from './base32.ts'
import { recoveryCode } from './kinds.ts'

/** 80 bits: nobody guesses one, and its hash needs no salt. */
const codeBytes = 10

/** Makes recovery codes for a user in place of the old ones. Only their hashes are kept. */
export async function renewCodes(
  app: App,
  inside: Storage,
  userId: string,
  count: number,
): Promise<string[]> {
  const items = itemsOf(app, recoveryCode, inside)
  await items.deleteAll(userId)
  const codes = Array.from({ length: count }, randomCode)
  for (const code of codes) {
    const lookup = await lookupOfCode(userId, code)
    await items.put({ lookup, userId, data: {}, secret: undefined })
  }
  return codes
}

/** Uses a recovery code up: of two callers one gets true. */
export async function useRecoveryCode(app: App, userId: string, typed: string): Promise<boolean> {
  const found = await itemsOf(app, recoveryCode).take(await lookupOfCode(userId, typed))
  assertAnswered(found)
  return found.state === 'readable'
}

/** The number of recovery codes that a user has left. */
export async function countCodes(app: App, userId: string): Promise<number> {
  return (await itemsOf(app, recoveryCode).list(userId)).items.length
}

/** Four groups of four letters and digits. */
function randomCode(): string {
  const text = toBase32(crypto.getRandomValues(new Uint8Array(codeBytes)))
  return text.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** The lookup of a code. Capitals, hyphens and blanks make no difference. The user is part of it: a code is good for nobody else. */
export async function lookupOfCode(userId: string, typed: string): Promise<string> {
  return sha256(`${userId} ${typedCode(typed).toUpperCase()}`)
}
