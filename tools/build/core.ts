import { resolve } from 'node:path'
import type { Rolldown } from 'tsdown'

const sourceOf = (name: string) => resolve(import.meta.dirname, '../../src', `${name}.ts`)

/** `Auth()` itself. These files take from `instance/node-only.ts`, which nobody loads who only imports a provider, so they stay apart. */
const roots = ['index', 'auth', 'instance/open-engine'].map(sourceOf)

/** Files that `instance/node-only.ts` shares with other doors, and no file above imports. */
const shared = [
  'config/doctor-hook',
  'crypto/jwe-node',
  'services/start-check',
  'storage/engine-part-of-storages',
  'storage/equip',
  'stores/connection-url',
  'stores/lazy-storage',
].map(sourceOf)

/**
 * What providers bring besides their data, such as their method. Passkeys stay apart: they name a package that not everybody has.
 */
const brought =
  /\/src\/(methods\/[\w-]+\/(part|provider|http|smtp)|webhooks\/part|description\/photo)\.ts$/

/**
 * Gathers in one file what every application loads, because starting costs about a millisecond for each: what `Auth()` imports, what that
 * imports in turn, and what the barrel of the providers needs. Bundlers leave out what nobody uses of it.
 */
export function core(
  id: string,
  context: Pick<Rolldown.PluginContext, 'getModuleInfo'>,
): 'core' | null {
  const importers = context.getModuleInfo(id)?.importers ?? []
  const isImported = importers.some((importer) => roots.includes(importer))
  const isLoaded = shared.includes(id) || brought.test(id) || (isImported && !roots.includes(id))
  return isLoaded ? 'core' : null
}
