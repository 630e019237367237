import { AuthError } from '../errors.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Emulator } from './emulator.ts'
import { environmentOf, hasFilesAndPorts, isProduction } from './environment.ts'

/** What `portico/development` does for `Auth()`. It is found at run time, so that no bundle holds it. */
export interface DevelopmentKit {
  /** The configuration with what was missing, and who plays the platforms that have no keys. */
  complete(
    config: AuthConfig,
    missing: readonly AuthError[],
  ): Promise<{ completed: AuthConfig; practice: Practice }>
}

/** What plays the platforms that have no keys; nothing where nobody could be found. */
export interface Practice {
  readonly emulator?: Emulator
}

/** Where that module is not to be had, nothing is made up. */
export const withoutKit: DevelopmentKit = {
  complete: async (completed) => ({ completed, practice: {} }),
}

/** What is missing and can be made up: keys and the secret, while developing. */
export function missingIn(problem: AuthError, config: AuthConfig): readonly AuthError[] {
  if (isProduction(environmentOf(config), config.dev) || !hasFilesAndPorts()) return []
  const { cause } = problem
  const problems: unknown[] = cause instanceof AggregateError ? cause.errors : [problem]
  return problems.filter((one) => one instanceof AuthError).filter(({ variable }) => variable)
}
