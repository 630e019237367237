import { completion } from '../config/development-kit.ts'
import type { Emulation } from '../config/emulator.ts'
import type { AuthError } from '../errors.ts'
import type { AuthConfig } from '../types/config.ts'
import type { AuthInstance } from './auth-instance.ts'
import { deferInstance } from './deferred.ts'

/** The instance of an incomplete configuration in development, whose missing parts are made up; undefined if that is impossible. */
export function complete(
  config: AuthConfig,
  problem: AuthError,
  make: (completed: AuthConfig, emulation: Emulation) => AuthInstance,
): AuthInstance | undefined {
  const missing = completion(config, problem)
  if (!missing) return undefined
  const ready = missing.done.then(({ completed, emulation }) => make(completed, emulation))
  return deferInstance(config, missing.basePath, ready)
}
