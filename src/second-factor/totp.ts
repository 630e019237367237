import { equal } from '../crypto/compare.ts'

/** The seconds for which a code is shown. */
export const secondsPerStep = 30

/** Codes that apps show: six digits of HMAC-SHA-1, the only ones that every app can make. */
const common: CodeForm = { digits: 6, hash: 'SHA-1' }

/** The way in which a code is made of a key. */
export interface CodeForm {
  readonly digits: number
  readonly hash: 'SHA-1' | 'SHA-256' | 'SHA-512'
}

/** The step in which a moment lies (RFC 6238 §4.2). */
export function stepAt(nowSeconds: number): number {
  return Math.floor(nowSeconds / secondsPerStep)
}

/** The code of a key in one step: RFC 4226 §5.3 over the number of the step. */
export async function totpCode(
  key: Uint8Array<ArrayBuffer>,
  step: number,
  { digits, hash }: CodeForm = common,
): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const algorithm = { name: 'HMAC', hash }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  const digest = new DataView(await crypto.subtle.sign('HMAC', imported, counter.buffer))
  const offset = digest.getUint8(digest.byteLength - 1) & 15
  const number = digest.getUint32(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The step whose code this is: the present one, or one either side, because clocks differ and typing takes time. Steps up to `after`
 * never match: whoever keeps the answer and passes it here lets a code work once.
 */
export async function matchingStep(
  key: Uint8Array<ArrayBuffer>,
  code: string,
  nowSeconds: number,
  { after = -1 }: { after?: number | undefined } = {},
): Promise<number | undefined> {
  const now = stepAt(nowSeconds)
  let found: number | undefined
  // All three are compared whatever matches, and the earliest that is still free wins: a later one stays usable.
  for (const step of [now + 1, now, now - 1]) {
    if (step >= 0 && equal(await totpCode(key, step), code) && step > after) found = step
  }
  return found
}

/**
 * By how many seconds a phone's clock is wrong, if this is a code of the last or next ten minutes. Only for somebody who is enrolling
 * and has seen the secret: it would tell a guesser which code works in some minutes.
 */
export async function clockError(
  key: Uint8Array<ArrayBuffer>,
  code: string,
  nowSeconds: number,
): Promise<number | undefined> {
  const now = stepAt(nowSeconds)
  for (let distance = 2; distance <= 20; distance++) {
    for (const step of [now - distance, now + distance]) {
      if (step >= 0 && (await totpCode(key, step)) === code) return (step - now) * secondsPerStep
    }
  }
  return undefined
}
