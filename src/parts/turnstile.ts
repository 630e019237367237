// The entry point of a gate that Cloudflare judges: docs/tasks/stop-robots.md shows how it is used.
import { turnstileGate } from '../gate/turnstile.ts'
import type { Part } from '../methods/part-code.ts'
import type { TurnstileOptions } from '../types/gate.ts'

export type { TurnstileOptions } from '../types/gate.ts'

/**
 * Lets Cloudflare Turnstile tell people from robots before a mail is sent, a password is checked or a user is made. The built-in pages
 * have its widget. In development it needs no keys.
 *
 * @example
 * Auth({ providers, parts: [Turnstile()] })
 */
export function Turnstile(options: TurnstileOptions = {}): Part {
  return turnstileGate(options)
}
