import type { AuthError } from '../errors.ts'
import type { AuthConfig } from '../types/config.ts'
import { defaultBasePath, readAppAddress } from './app-address.ts'
import { isBuilding } from './build-phase.ts'
import type { Emulation } from './emulator.ts'
import { environmentOf, isProduction } from './environment.ts'

/** A completed configuration, and the emulation of platforms without keys. */
export interface Completion {
  completed: AuthConfig
  emulation: Emulation
}

/** The part of `porticojs/development` that `Auth()` calls. */
export interface DevelopmentKit {
  complete(config: AuthConfig, missing: readonly AuthError[]): Promise<Completion>
}

/** Making something up needs files and ports. */
const isPossible = typeof globalThis.process?.getBuiltinModule === 'function'

/** The emulation before it is made: if keys can be made up, every missing one is an error. */
export const emulationToCome: Emulation = { demanding: isPossible }

/** Completes a configuration in development; undefined if nothing is missing, or nothing can be made up. */
export function completion(
  config: AuthConfig,
  problem: AuthError,
): { basePath: string; done: Promise<Completion> } | undefined {
  // Only missing keys, secrets and mail settings have a variable.
  const { errors = [problem] } = Object(problem.cause) as { errors?: AuthError[] }
  const missing = errors.filter(({ variable }) => variable)
  if (!isPossible || missing.length === 0 || isBuilding()) return undefined
  if (isProduction(environmentOf(config), config.runtime?.dev)) return undefined
  return { basePath: basePathOf(config), done: complete(config, missing) }
}

async function complete(config: AuthConfig, missing: readonly AuthError[]): Promise<Completion> {
  try {
    return await (await loadDevelopmentKit()).complete(config, missing)
  } catch {
    // A bundle that runs without the package does not have it; then the missing values are reported.
    return { completed: config, emulation: {} }
  }
}

/** Imports the kit by a name that no bundler sees, so that no bundle contains it. */
async function loadDevelopmentKit(name = 'porticojs/development'): Promise<DevelopmentKit> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name)
}

/** The path of the routes. If the address is wrong, the routes report it. */
function basePathOf(config: AuthConfig): string {
  try {
    return readAppAddress(config, environmentOf(config), false).basePath
  } catch {
    return config.basePath ?? defaultBasePath
  }
}
