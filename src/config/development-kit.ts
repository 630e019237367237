import type { AuthError } from '../errors.ts'
import type { AuthConfig } from '../types/config.ts'
import { defaultBasePath, readAppAddress } from './app-address.ts'
import { isBuilding } from './build-phase.ts'
import type { Emulation } from './emulator.ts'
import { environmentOf, isProduction } from './environment.ts'

/** A configuration with what was missing, and who plays the platforms that have no keys. */
export interface Completion {
  completed: AuthConfig
  emulation: Emulation
}

/** The part of `porticojs/development` that `Auth()` calls. */
export interface DevelopmentKit {
  complete(config: AuthConfig, missing: readonly AuthError[]): Promise<Completion>
}

/** Making something up takes files and ports. */
const isPossible = typeof globalThis.process?.getBuiltinModule === 'function'

/** The emulation before it is made: if keys can be made up, every missing one is a problem to hear of. */
export const emulationToCome: Emulation = { demanding: isPossible }

/** The instance with everything that is missing made up, while developing; undefined if nothing is missing, or nothing can be made up. */
export function completion(
  config: AuthConfig,
  problem: AuthError,
): { basePath: string; done: Promise<Completion> } | undefined {
  // Keys, the secret and ways to send mail, among everything that is wrong.
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
    // It is not to be had in a bundle that runs without the package; then what is missing is named.
    return { completed: config, emulation: {} }
  }
}

/** Imports the kit by a name that no bundler sees: no bundle holds it. */
async function loadDevelopmentKit(name = 'porticojs/development'): Promise<DevelopmentKit> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name)
}

/** The path of the routes, if the address is right; if it is not, the routes will say so. */
function basePathOf(config: AuthConfig): string {
  try {
    return readAppAddress(config, environmentOf(config), false).basePath
  } catch {
    return config.basePath ?? defaultBasePath
  }
}
