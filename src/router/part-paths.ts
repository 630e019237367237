import type { Part, PathRule, ResolvedProvider } from '../config/part.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Engine } from '../engine.ts'
import { AuthError } from '../errors.ts'
import { loadMethod, loadPart } from '../methods/load.ts'
import type { PassedStep } from '../methods/part-code.ts'
import { type Route, type RouteHandler, requestedProvider } from '../route.ts'
import { loadOnce } from '../services/load-once.ts'

const loadSteps = loadOnce(() => import('../actions/finish-sign-in.ts'))

/** The route of a path that a configured part answers itself. */
export function partRoute({ providers, parts }: Config, name: string): Route | undefined {
  for (const first of providers.values()) {
    const rule = ownRule(first.method, name)
    if (rule) return toRoute(rule, methodHandler(name, rule, first))
  }
  for (const part of parts) {
    const rule = ownRule(part, name)
    if (rule) return toRoute(rule, partHandler(name, part))
  }
  return undefined
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

/** Lets the method of a provider answer: of the one that the request names, else of the first that has the path. */
function methodHandler(name: string, rule: PathRule, first: ResolvedProvider): RouteHandler {
  return async (context, engine) => {
    const provider = find[rule.provider](context) ?? first
    const answer = (await loadMethod(context.config, provider)).pathHandlers?.[name]
    if (!answer) throw new AuthError('NotFound', `The provider ${provider.id} has no ${name}`)
    return respond(context, engine, provider.method, await answer(context, provider))
  }
}

/** Lets a part answer that is no method. */
function partHandler(name: string, part: Part): RouteHandler {
  return async (context, engine) => {
    const answer = (await loadPart(context.config, part)).pathHandlers?.[name]
    if (!answer) throw new AuthError('NotFound', `The part ${part.name} has no ${name}`)
    return respond(context, engine, part, await answer(context, undefined))
  }
}

/** What a part answered. Who took its step is signed in here, and nowhere else: a part cannot skip the steps of another. */
async function respond(
  context: Context,
  engine: Engine,
  part: Part,
  answer: Response | PassedStep,
): Promise<Response> {
  if (!('passed' in answer)) return answer
  return (await loadSteps()).passStep(context, engine, part.name, answer)
}

const find: Record<PathRule['provider'], (context: Context) => ResolvedProvider | undefined> = {
  path: requestedProvider,
  query({ config, query }) {
    const provider = query.get('provider')
    return provider === null ? undefined : requestedProvider({ config, provider })
  },
  none: () => undefined,
}
