import type { Part, PathRule, ResolvedProvider } from '../config/part.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { loadPart } from '../methods/load-part.ts'
import { type Route, type RouteHandler, requestedProvider } from '../route.ts'

/** The route of a path that a configured part answers itself. A part may have paths of two words, such as `device/code`. */
export function partRoute(config: Config, name: string, below?: string): Route | undefined {
  const own = below === undefined ? undefined : partRoute(config, `${name}/${below}`)
  if (own) return { provider: own }
  const part = config.parts.find((each) => ownRule(each, name))
  const rule = part && ownRule(part, name)
  return rule && toRoute(rule, delegate(name, rule, part))
}

function ownRule({ paths }: Part, name: string): PathRule | undefined {
  return paths && Object.hasOwn(paths, name) ? paths[name] : undefined
}

function toRoute({ methods, provider }: PathRule, handler: RouteHandler): Route {
  const handlers = Object.fromEntries(methods.map((method) => [method, handler]))
  return provider === 'path' ? { provider: handlers } : handlers
}

/**
 * Lets a part answer: the method of the provider that the request names, else of the first that has the path. A person who took a part's
 * step is signed in here, and nowhere else: no part can skip the steps of another.
 */
function delegate(name: string, rule: PathRule, part: Part): RouteHandler {
  return async (context, engine) => {
    const ofPart = [...context.config.providers.values()].find(({ method }) => method === part)
    const provider = find[rule.provider](context) ?? ofPart
    const { pathHandlers } = await loadPart(provider?.method ?? part)
    const answer = await pathHandlers?.[name]?.(context, provider, engine)
    if (!answer) throw new AuthError('NotFound', `There is no ${name} here`)
    if (!('passed' in answer)) return answer
    // A part that asks for steps brings the code that continues after them.
    const steps = (await part.steps?.()) as typeof import('../actions/steps.ts')
    return steps.passStep(context, engine, part.name, answer)
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
