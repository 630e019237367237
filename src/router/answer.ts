import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Engine } from '../engine.ts'
import { AuthError, toAuthError } from '../errors.ts'
import { assertWellFormed } from '../http/well-formed-text.ts'
import { withHeaders } from '../http/with-headers.ts'
import { writeCookies } from '../http/write-cookies.ts'
import { enginePart } from '../identity/engine-part.ts'
import { errorResponse } from '../responses/error-response.ts'
import { findHandler, type StorageRoutes, storageRouteNames } from '../route.ts'
import { equipment, isEquipped } from '../services/equipment.ts'
import type { Storage } from '../types/storage.ts'
import { partRoute } from './part-paths.ts'
import { routes } from './table.ts'

/** Answers a request by the route of its path, and sets the collected cookies. */
export async function answer(
  engine: Engine,
  request: Request,
  path: string,
  waitUntil: ((work: Promise<unknown>) => void) | undefined,
): Promise<Response> {
  const { name = '', provider } = readPath(engine.config.basePath, path)
  const context = engine.context(request, { provider, waitUntil })
  const answerNow = async () =>
    withCookies(context, await answerContext(engine, context, name, path))
  const mayBeSecondClick = request.method === 'POST' || request.url.includes('token=')
  const stored = mayBeSecondClick ? enginePart(engine.config.storage) : undefined
  // All that happens once needs a storage, so the code comes with it. If it cannot be loaded, the route tells.
  const users = await stored?.users().catch(() => undefined)
  return users ? users.sameAnswer(context, answerNow) : answerNow()
}

/** The response with the collected cookies. */
export function withCookies({ cookies }: Context, response: Response): Response {
  return withHeaders(response, (headers) => writeCookies(headers, cookies.changes()))
}

async function answerContext(
  engine: Engine,
  context: Context,
  name: string,
  path: string,
): Promise<Response> {
  const { config } = engine
  try {
    for (const { bar } of config.parts)
      if (bar) context.bar ??= await bar(context as never, engine as never)
    const stored = storageRouteNames.find((own) => own === name)
    const load = stored && storageRoutes(config)?.[stored]
    const route = load
      ? await load()
      : (routes.get(name) ?? partRoute(config, name, context.provider))
    const handler = findHandler(route, context.provider, context.request.method)
    // The path may belong to the method of a refused provider.
    const refusal = config.refusedProviders.get(context.provider ?? '')
    if (!handler) throw refusal ?? noSuchPath(engine, path)
    if (context.request.url.includes('?')) assertWellFormed(context.query)
    return await handler(context, engine)
  } catch (thrown) {
    delete context.once
    return answerError(context, thrown)
  }
}

/** The error response for any thrown value. */
export function answerError(context: Context, thrown: unknown): Promise<Response> {
  return errorResponse(context, toAuthError(thrown))
}

/** The routes that the storage brings along. */
function storageRoutes({ storage }: Config): StorageRoutes['routes'] | undefined {
  return storage && hasRoutes(storage) ? storage[equipment].routes : undefined
}

function hasRoutes(storage: Storage): storage is Storage & { readonly [equipment]: StorageRoutes } {
  return isEquipped(storage)
}

function noSuchPath({ config }: Engine, path: string): AuthError {
  const { basePath } = config
  const below = path.startsWith(`${basePath}/`) ? '' : `; the routes are below ${basePath}`
  return new AuthError('NotFound', `There is no path ${path.slice(0, 200)}${below}`, {
    hint: 'Check the path, `basePath`, `mount`, and that the provider is in `providers`.',
  })
}

/** The route's name and the provider's id; neither if the path has more parts. */
function readPath(basePath: string, path: string): { name?: string; provider?: string } {
  if (!path.startsWith(`${basePath}/`)) return {}
  const [name = '', provider, ...more] = path
    .slice(basePath.length + 1)
    .replace(/\/$/, '')
    .split('/')
  if (more.length > 0) return {}
  return { name, ...(provider !== undefined && { provider }) }
}
