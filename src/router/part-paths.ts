import type { Part, PathRule, ResolvedProvider } from '../config/part.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { type AnyCode, loadMethod, loadPart } from '../methods/load.ts'
import { type Route, type RouteHandler, requestedProvider } from '../route.ts'

/** The route of a path that a configured part answers itself. */
export function partRoute({ providers, parts }: Config, name: string): Route | undefined {
  const first = Array.from(providers.values()).find(({ method }) => ownRule(method, name))
  const part = first?.method ?? parts.find((each) => ownRule(each, name))
  const rule = part && ownRule(part, name)
  return rule && toRoute(rule, delegate(name, rule, part, first))
}

function ownRule({ paths }: Part, name: string): PathRule | undefined {
  return paths && Object.hasOwn(paths, name) ? paths[name] : undefined
}

function toRoute({ methods, provider }: PathRule, handler: RouteHandler): Route {
  const handlers = {
    ...(methods.includes('GET') && { GET: handler }),
    ...(methods.includes('POST') && { POST: handler }),
  }
  return provider === 'path' ? { provider: handlers } : handlers
}

/**
 * Lets a part answer: the method of the provider that the request names, else of the first that has the path. Who took the step of a part
 * is signed in here, and nowhere else: no part can skip the steps of another.
 */
function delegate(
  name: string,
  rule: PathRule,
  part: Part,
  first: ResolvedProvider | undefined,
): RouteHandler {
  return async (context, engine) => {
    const { config } = context
    const provider = find[rule.provider](context) ?? first
    const code = provider ? await loadMethod(config, provider) : await loadPart(config, part)
    // A method is only ever asked with a provider of its own.
    const { pathHandlers } = code as AnyCode
    const answer = await pathHandlers?.[name]?.(context, provider)
    if (!answer) throw new AuthError('NotFound', `There is no ${name} here`)
    if (!('passed' in answer)) return answer
    // A part that asks for steps brings what goes on after them.
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
