import { type NextAuth, toNext } from '../../frameworks/next.ts'
import type { Session } from '../../types/models.ts'
import type { AnyPart } from '../../types/part.ts'
import type { AuthjsConfig } from '../config.ts'
import { type AuthjsInstance, instanceOf } from '../instances.ts'
import { keptConfig } from '../same-config.ts'
import { version4Wire } from '../version-4-wire.ts'

/** The instance of a Next application, and its entry points for Next. */
export interface Application {
  auth: AuthjsInstance
  next: NextAuth<Session, string>
  config: AuthjsConfig
}

const opened = new WeakMap<object, Map<number, Application>>()

/** The instance for a configuration, made once for each version of `next-auth`. */
export function openApplication(written: AuthjsConfig, version: 4 | 5): Application {
  const config = keptConfig(written)
  const versions = opened.get(config) ?? new Map<number, Application>()
  opened.set(config, versions)
  const application = versions.get(version) ?? create(config, version)
  versions.set(version, application)
  return application
}

function create(config: AuthjsConfig, version: 4 | 5): Application {
  const { providers = [] } = config
  const whole = providers.length > 0 ? config : { ...config, providers: [readsOnly] }
  const instance = instanceOf(whole, { version, basePath: '/api/auth' })
  const auth = version === 4 ? { ...instance, handler: version4Wire(instance.handler) } : instance
  return { auth, next: toNext(auth), config }
}

const method: AnyPart & { configure: (written: object) => object } = {
  name: 'none',
  configure: (written) => written,
  load: async () => {
    throw new TypeError('This configuration has no providers: it only reads sessions')
  },
}

/** A stand-in: a middleware's configuration often has no providers, because it only reads sessions, and `Auth()` would refuse it. */
const readsOnly = { id: 'none', name: 'None', type: 'none', method }
