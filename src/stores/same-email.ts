import { lowerAscii } from '../http/well-formed-text.ts'

/**
 * True if a stored e-mail address is the one that was asked for: databases may call others equal, by ignoring case or accents. Auth.js kept
 * addresses as platforms spelled them; the engine asks in lower case, and only for ASCII is that the same address.
 */
export function isSameEmail(stored: string | null | undefined, asked: string): boolean {
  return stored === asked || lowerAscii(stored ?? '') === asked
}
