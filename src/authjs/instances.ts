import { Auth, type AuthInstance } from '../index.ts'
import { processMemory } from '../services/process-memory.ts'
import type { AuthConfig } from '../types/config.ts'
import type { AuthjsConfig, Origin } from './config.ts'
import { keptConfig, memoryOf, remember } from './same-config.ts'
import { translate, untranslatable } from './translate.ts'

const known = new WeakMap<object, Map<string, AuthInstance>>()

/** The application's sign-in for a configuration. Auth.js is handed it with every request; it is read once. */
export function instanceOf(written: AuthjsConfig, origin: Origin): AuthInstance {
  const config = keptConfig(written)
  const instances = known.get(config) ?? new Map<string, AuthInstance>()
  known.set(config, instances)
  const id = `${origin.version} ${origin.basePath}`
  return remember(instances, id, mostPaths, () => Auth(translated(config, origin)))
}

/** Where the path is part of what visitors choose, such as a tenant, there is no end of paths. */
const mostPaths = 100

/** What cannot be translated is refused where everything else is that is wrong: by the handler, and in the log. */
function translated(config: AuthjsConfig, origin: Origin): AuthConfig {
  const ours = { ...translate(config, origin), [processMemory]: memoryOf(config) }
  const problem = untranslatable(config)
  if (!problem) return ours
  const refuse = () => {
    throw problem
  }
  return { ...ours, providers: [refuse] }
}
