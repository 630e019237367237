import { Auth, type AuthInstance } from '../index.ts'
import { processMemory } from '../services/process-memory.ts'
import type { AuthConfig } from '../types/config.ts'
import type { AuthjsConfig, Origin } from './config.ts'
import { refusalsOf } from './from-authjs.ts'
import { clearingRefused } from './refusals.ts'
import { keptConfig, memoryOf, remember } from './same-config.ts'
import { translate, untranslatable } from './translate.ts'

/** An instance whose `session()` returns null if the storage cannot answer, as in Auth.js. */
export interface AuthjsInstance extends AuthInstance {
  /** Rejects if the storage cannot answer, for guards that must not treat that as signed out. */
  readonly strictSession: AuthInstance['session']
}

const known = new WeakMap<object, Map<string, AuthjsInstance>>()

/** The instance for a configuration. Applications pass the configuration with every request; it is read once. */
export function instanceOf(written: AuthjsConfig, origin: Origin): AuthjsInstance {
  const config = keptConfig(written)
  const instances = known.get(config) ?? new Map<string, AuthjsInstance>()
  known.set(config, instances)
  const id = `${origin.version} ${origin.basePath}`
  return remember(instances, id, mostPaths, () => open(translated(config, origin)))
}

function open(config: AuthConfig): AuthjsInstance {
  const refusals = refusalsOf(config)
  const auth = Auth(config)
  return lenient(refusals ? clearingRefused(auth, refusals) : auth)
}

/** Makes `session()` return null instead of rejecting. The log has the reason. */
function lenient(auth: AuthInstance): AuthjsInstance {
  const session: AuthInstance['session'] = (...asked) => auth.session(...asked).catch(() => null)
  return { ...auth, session, strictSession: auth.session }
}

/** The base paths remembered for one configuration. There is no end of them if visitors choose a part, such as a tenant. */
const mostPaths = 100

/** The configuration for `Auth()`. One that cannot be translated is reported like other mistakes, by the handler and in the log. */
function translated(config: AuthjsConfig, origin: Origin): AuthConfig {
  const ours = { ...translate(config, origin), [processMemory]: memoryOf(config) }
  const problem = untranslatable(config)
  if (!problem) return ours
  const refuse = () => {
    throw problem
  }
  return { ...ours, providers: [refuse] }
}
