// The entry point of a gate that lets browsers work for a token: docs/tasks/stop-robots.md shows how it is used.
import { altchaGate } from '../gate/altcha.ts'
import type { Part } from '../methods/part-code.ts'
import type { AltchaOptions } from '../types/gate.ts'

export type { AltchaOptions } from '../types/gate.ts'

/**
 * Lets browsers work for about a second before a mail is sent, a password is checked or a user is made (ALTCHA, proof of work
 * version 2). It needs no account, no keys and no other host. The built-in pages do it by themselves.
 *
 * @example
 * Auth({ providers, parts: [Altcha()] })
 */
export function Altcha(options: AltchaOptions = {}): Part {
  return altchaGate(options)
}
