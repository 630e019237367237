import { AuthError } from '../errors.ts'

/**
 * True if every storage keeps a text as it is. Databases refuse NUL, some rewrite half of a surrogate pair to U+FFFD, and bytes that are no
 * UTF-8 have become U+FFFD before we see them: two different names would be one.
 */
export function isWellFormed(text: string): boolean {
  return !/[\0\uFFFD]/.test(text) && text.isWellFormed()
}

/** Lower case, for ASCII only: of the others, some would become a letter that another address has (the Kelvin sign is no k). */
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
