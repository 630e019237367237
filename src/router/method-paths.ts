import type { PathRule, ResolvedProvider } from '../config/plugin-manifest.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { loadMethod } from '../methods/built-in-methods.ts'
import { type Route, type RouteHandler, requestedProvider } from '../route.ts'

/** The route of a path that one of the configured methods answers itself. */
export function methodRoute({ providers }: Config, name: string): Route | undefined {
  for (const first of providers.values()) {
    const { paths } = first.method
    const rule = paths && Object.hasOwn(paths, name) && paths[name]
    if (rule) return toRoute(rule, delegate(name, rule, first))
  }
  return undefined
}

function toRoute({ methods, provider }: PathRule, handler: RouteHandler): Route {
  const handlers = {
    ...(methods.includes('GET') && { GET: handler }),
    ...(methods.includes('POST') && { POST: handler }),
  }
  return provider === 'path' ? { provider: handlers } : handlers
}

/** Lets the method of a provider answer: of the one that the request names, else of the first that has the path. */
function delegate(name: string, rule: PathRule, first: ResolvedProvider): RouteHandler {
  return async (context) => {
    const provider = find[rule.provider](context) ?? first
    const answer = (await loadMethod(context.config, provider)).pathHandlers?.[name]
    if (answer) return answer(context, provider)
    throw new AuthError('NotFound', `The provider ${provider.id} has no ${name}`)
  }
}

const find: Record<PathRule['provider'], (context: Context) => ResolvedProvider | undefined> = {
  path: requestedProvider,
  query({ config, query }) {
    const provider = query.get('provider')
    return provider === null ? undefined : requestedProvider({ config, provider })
  },
  none: () => undefined,
}
