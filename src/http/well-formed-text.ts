import { AuthError } from '../errors.ts'

/**
 * True if every storage keeps a text as it is. Databases refuse NUL, some replace a lone surrogate by U+FFFD, and bytes that are not UTF-8
 * became U+FFFD when they were decoded: two different names would be one.
 */
export function isWellFormed(text: string): boolean {
  return !/[\0\uFFFD]/.test(text) && text.isWellFormed()
}

/** Lower case, for ASCII only: some other letters would become one that another address has (the Kelvin sign would be a k). */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Refuses what a visitor sent if a text in it, a name or a value, is not well-formed. */
export function assertWellFormed(sent: object): void {
  const entries = sent instanceof URLSearchParams ? sent : Object.entries(sent)
  for (const [name, value] of entries) {
    if (!isWellFormed(name) || (typeof value === 'string' && !isWellFormed(value))) {
      const field = isWellFormed(name) ? name.slice(0, 60) : 'name'
      throw new AuthError('InvalidRequest', 'A field is not well-formed text', { field })
    }
    if (typeof value === 'object' && value !== null) assertWellFormed(value)
  }
}
