import { merge } from '../description/merge.ts'
import type { PasswordConfig, PasswordUserConfig } from '../types/password.ts'
import { password } from './part.ts'

/** A password provider: call it with your options, or leave it as it is. */
export type PasswordProvider = (options?: PasswordUserConfig) => PasswordConfig

/** Makes a password provider. The code that serves it comes along, and is loaded at its first use. */
export function passwordProvider(
  described: Pick<PasswordConfig, 'id' | 'name' | 'type'>,
): PasswordProvider {
  const defaults: PasswordConfig = { method: password, ...described }
  return (options) => merge(defaults, { ...options })
}
