import { lowerAscii } from '../http/well-formed-text.ts'

/**
 * True if a stored e-mail address is the one asked for. Databases that ignore case or accents find others, too. Auth.js kept addresses as
 * platforms spelled them; the engine asks in lower case, which is the same address for ASCII only.
 */
export function isSameEmail(stored: string | null | undefined, asked: string): boolean {
  return stored === asked || lowerAscii(stored ?? '') === asked
}
