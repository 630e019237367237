import { typedCode } from '../http/typed-code.ts'

/** RFC 8628 §6.1: without vowels no words come about, and no two of them look alike. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'

const length = 8

/** A new code for people: 8 characters of 20 are 34 bits, which live ten minutes and pass a limit. */
export function makeUserCode(): string {
  let code = ''
  while (code.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 240 is the largest multiple of 20 that a byte can reach: what lies above would favour the first characters.
      if (byte < 240 && code.length < length) code += alphabet[byte % 20]
    }
  }
  return code
}

/** The code as people read it. */
export function showUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The code that somebody typed, whatever they put between its characters; undefined if it cannot be one. */
export function readUserCode(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed.length > 40) return undefined
  const code = typedCode(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  return code.length === length && [...code].every((one) => alphabet.includes(one))
    ? code
    : undefined
}
