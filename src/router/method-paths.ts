import type { PathRule, ResolvedProvider } from '../config/plugin-manifest.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { loadMethod } from '../methods/built-in-methods.ts'
import { type Route, type RouteHandler, requestedProvider } from '../route.ts'

/** The route of a path that one of the configured methods answers itself. */
export function methodRoute({ providers }: Config, name: string): Route | undefined {
  for (const { method } of providers.values()) {
    const rule = method.paths && Object.hasOwn(method.paths, name) && method.paths[name]
    if (rule) return toRoute(name, rule)
  }
  return undefined
}

function toRoute(name: string, rule: PathRule): Route {
  const handler = delegate(name, rule)
  const handlers = {
    ...(rule.methods.includes('GET') && { GET: handler }),
    ...(rule.methods.includes('POST') && { POST: handler }),
  }
  return rule.provider === 'path' ? { provider: handlers } : handlers
}

/** Lets a provider's method answer. */
function delegate(name: string, rule: PathRule): RouteHandler {
  return async (context) => {
    const provider = find[rule.provider](context, name)
    const answer = (await loadMethod(context.config, provider)).pathHandlers?.[name]
    if (answer) return answer(context, provider)
    throw new AuthError('NotFound', `The provider ${provider.id} has no ${name}`)
  }
}

const find: Record<PathRule['provider'], (context: Context, name: string) => ResolvedProvider> = {
  path: requestedProvider,
  query({ config, query }, name) {
    const provider = query.get('provider')
    return provider === null ? anyProvider(config, name) : requestedProvider({ config, provider })
  },
  none: ({ config }, name) => anyProvider(config, name),
}

/** The first provider that answers the path. */
function anyProvider({ providers }: Config, name: string): ResolvedProvider {
  const found = [...providers.values()].find(({ method }) => method.paths?.[name])
  if (found) return found
  throw new AuthError('NotFound', `No provider answers ${name}`)
}
