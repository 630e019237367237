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
 * Gathers what every application loads in one file, because starting costs about a millisecond for each: what `Auth()` imports, and what
 * that imports in turn.
 */
export function everyApplication(
  id: string,
  context: Pick<Rolldown.PluginContext, 'getModuleInfo'>,
): 'core' | null {
  const importers = context.getModuleInfo(id)?.importers ?? []
  const isImported = importers.some((importer) => roots.includes(importer))
  return shared.includes(id) || (isImported && !roots.includes(id)) ? 'core' : null
}
