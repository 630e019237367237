import { defaultBasePath } from './config/app-address.ts'
import { isBuilding } from './config/build-phase.ts'
import { writtenParts } from './config/parts.ts'
import type { Engine } from './engine.ts'
import { AuthError } from './errors.ts'
import type { AuthInstance } from './instance/auth-instance.ts'
import { deferActions, deferManagement } from './instance/deferred.ts'
import { rememberEngine } from './instance/engine-of.ts'
import { complete, emulationToCome, reportConfiguration } from './instance/node-only.ts'
import { openEngine, readEngine } from './instance/open-engine.ts'
import { withPartNamespaces } from './instance/part-namespaces.ts'
import { readForCode } from './instance/read-for-code.ts'
import { loadPart } from './methods/load-part.ts'
import { loadPages } from './responses/load-pages.ts'
import { serve } from './router/serve.ts'
import { loadOnce } from './services/load-once.ts'
import { createLogger } from './services/log.ts'
import type { AuthConfig } from './types/config.ts'
import type { Session } from './types/models.ts'
import type { AnyPart, CallsOf, ScopesOf } from './types/part.ts'
import type { NamespacesOf, ProviderId, TypedProvider } from './types/provider-function.ts'

const loadServerActions = loadOnce(() => import('./actions/server-actions.ts'))

/**
 * Reads the configuration once and returns the application's sign-in. With a wrong configuration it refuses everything.
 *
 * @example
 * export const auth = Auth({ providers: [TikTok] })
 */
export function Auth<
  P extends TypedProvider,
  S extends Session = Session,
  Q extends AnyPart = AnyPart,
>(
  config: AuthConfig<P, S, Q>,
): AuthInstance<S, ProviderId<P>, ScopesOf<Q>> & NamespacesOf<P> & CallsOf<Q> {
  // A call without types may lack the configuration: then the error says what is missing.
  const auth = create(Object(config))
  // Sessions come from the application's own `session` callback, and namespaces from its parts, so they have those types.
  return auth as AuthInstance<S, ProviderId<P>, ScopesOf<Q>> & NamespacesOf<P> & CallsOf<Q>
}

function create(config: AuthConfig): AuthInstance {
  reportConfiguration(config, (changes) => readEngine({ ...config, ...changes }, {}))
  const opened = openEngine(config, emulationToCome)
  if (!(opened instanceof AuthError)) return working(opened)
  const completed = complete(config, opened, (next, emulation) => {
    const engine = openEngine(next, emulation)
    return engine instanceof AuthError ? refusing(next, engine) : working(engine)
  })
  return completed ?? refusing(config, opened)
}

function working(engine: Engine): AuthInstance {
  const auth: AuthInstance = {
    ...withPartNamespaces(
      deferManagement(engine.userManagement),
      engine.config.parts,
      async (part) => ({ ...(await loadPart(part)).calls?.(engine) }),
    ),
    basePath: engine.config.basePath,
    ...deferActions(loadOnce(async () => (await loadServerActions()).createServerActions(engine))),
    handler: (request, options) => serve(engine, request, options),
    session: (source, options = {}) => readForCode(engine, source, options),
  }
  return rememberEngine(auth, engine)
}

/** The instance of a wrong configuration: everything refuses, and the log says why, once. */
function refusing(config: AuthConfig, problem: AuthError): AuthInstance {
  let reported = false
  const report = () => {
    if (!reported) createLogger(config.logger, false).error(problem)
    reported = true
  }
  // While the application is built, a wrong configuration matters only once it is used.
  if (!isBuilding()) report()
  const refuse = async () => {
    report()
    throw problem
  }
  return {
    basePath: config.basePath ?? defaultBasePath,
    ...withPartNamespaces(deferManagement(refuse), writtenParts(config), refuse),
    ...deferActions(refuse),
    async handler(request) {
      report()
      return (await loadPages()).notConfigured(problem, request, config)
    },
    async session() {
      report()
      return null
    },
  }
}
