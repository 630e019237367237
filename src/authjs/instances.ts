import { Auth, type AuthInstance } from '../index.ts'
import { processMemory } from '../services/process-memory.ts'
import type { AuthConfig } from '../types/config.ts'
import type { AuthjsConfig, Origin } from './config.ts'
import { refusalsOf } from './from-authjs.ts'
import { clearingRefused } from './refusals.ts'
import { keptConfig, memoryOf, remember } from './same-config.ts'
import { translate, untranslatable } from './translate.ts'

/** A sign-in whose `session()` is null, as in Auth.js, also where the storage cannot be asked. */
export interface AuthjsInstance extends AuthInstance {
  /** Rejects where the storage cannot be asked, for guards that must not take that for somebody who is signed out. */
  readonly strictSession: AuthInstance['session']
}

const known = new WeakMap<object, Map<string, AuthjsInstance>>()

/** The application's sign-in for a configuration. Auth.js is handed it with every request; it is read once. */
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

/** The log says why a session could not be read. */
function lenient(auth: AuthInstance): AuthjsInstance {
  const session: AuthInstance['session'] = (...asked) => auth.session(...asked).catch(() => null)
  return { ...auth, session, strictSession: auth.session }
}

/** The paths that are remembered. Where the path is part of what visitors choose, such as a tenant, there is no end of them. */
const mostPaths = 100

/**
 * The configuration for `Auth()`. One that cannot be translated is refused where every other wrong one is: by the handler, and in the log.
 */
function translated(config: AuthjsConfig, origin: Origin): AuthConfig {
  const ours = { ...translate(config, origin), [processMemory]: memoryOf(config) }
  const problem = untranslatable(config)
  if (!problem) return ours
  const refuse = () => {
    throw problem
  }
  return { ...ours, providers: [refuse] }
}
