import type { AuthConfig } from '../types/config.ts'
import { isBuilding } from './build-phase.ts'
import { environmentOf, isDevelopment } from './environment.ts'

/** Stands between a request and its answer. */
export type Observer = (request: Request, respond: () => Promise<Response>) => Promise<Response>

/** The part of `porticojs/inspector` that `Auth()` calls. */
interface InspectorModule<Engine> {
  createInspector(engine: Engine, written: AuthConfig): Observer
}

/** The inspector while somebody develops, and undefined otherwise. Nobody is kept from signing in because there is none. */
export function openInspector<Engine>(
  config: AuthConfig,
  engine: () => Engine,
): Promise<Observer | undefined> | undefined {
  if (!isDevelopment(environmentOf(config), config.runtime?.dev) || isBuilding()) return undefined
  const load = async () => (await loadInspector<Engine>()).createInspector(engine(), config)
  // It is not to be had in a bundle that runs without the package.
  return load().catch(() => undefined)
}

/** Imports the inspector by a name that no bundler sees: no bundle holds it. */
async function loadInspector<Engine>(
  name = 'porticojs/inspector',
): Promise<InspectorModule<Engine>> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name)
}
