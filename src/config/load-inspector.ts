import type { AuthConfig } from '../types/config.ts'
import { isBuilding } from './build-phase.ts'
import { environmentOf, isDevelopment } from './environment.ts'

/** Wraps the answering of a request. */
export type Observer = (request: Request, respond: () => Promise<Response>) => Promise<Response>

/** The part of `porticojs/inspector` that `Auth()` calls. */
interface InspectorModule<Engine> {
  createInspector(engine: Engine, written: AuthConfig): Observer
}

/** Opens the inspector in development; undefined otherwise. If it cannot be loaded, everything else works. */
export function openInspector<Engine>(
  config: AuthConfig,
  engine: () => Engine,
): Promise<Observer | undefined> | undefined {
  if (!isDevelopment(environmentOf(config), config.runtime?.dev) || isBuilding()) return undefined
  const load = async () => (await loadInspector<Engine>()).createInspector(engine(), config)
  // A bundle that runs without the package does not have it.
  return load().catch(() => undefined)
}

/** Imports the inspector by a name that no bundler sees, so that no bundle contains it. */
async function loadInspector<Engine>(
  name = 'porticojs/inspector',
): Promise<InspectorModule<Engine>> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name)
}
