import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Engine } from '../engine.ts'
import { AuthError, toAuthError } from '../errors.ts'
import { withSocketIp } from '../http/client-ip.ts'
import { writeCookies } from '../http/cookie-jar.ts'
import { urlPath } from '../http/path.ts'
import { jsonText, withHeaders } from '../http/respond.ts'
import { assertWellFormed } from '../http/well-formed-text.ts'
import { findHandler, type Route, type StorageRoutes } from '../route.ts'
import { equipment, isEquipped } from '../services/equipment.ts'
import { loadOnce } from '../services/load-once.ts'
import { answerSession } from '../sessions/read-session.ts'
import type { Awaitable } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'
import { partRoute } from './part-paths.ts'
import { routes } from './table.ts'

const loadCors = loadOnce(() => import('./serve-cors.ts'))
const loadErrorResponse = loadOnce(() => import('../responses/error-response.ts'))

/** Facts about a request that the server knows besides the request itself. */
export interface HandlerOptions {
  /** The IP address that the connection came from, as the framework knows it. */
  address?: string | undefined
  /** Keeps a worker alive for work that goes on after the response. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** Finds the route of a request and lets it answer; an error becomes an answer too. The cookies that were gathered leave here. */
export function serve(
  engine: Engine,
  request: Request,
  { address, waitUntil }: HandlerOptions = {},
): Promise<Response> {
  if (address !== undefined) withSocketIp(request, address)
  engine.services.checkFirstRequest(request)
  const { config, observer } = engine
  const own = () => respond(engine, request, waitUntil)
  const answerRequest =
    config.actingOrigins.length === 0 ? own : () => withCors(engine, request, own)
  return observer ? observed(observer, request, answerRequest) : answerRequest()
}

async function withCors(
  engine: Engine,
  request: Request,
  own: () => Promise<Response>,
): Promise<Response> {
  const { serveCors } = await loadCors()
  return serveCors(engine, request, own)
}

async function observed(
  observer: NonNullable<Engine['observer']>,
  request: Request,
  answerRequest: () => Promise<Response>,
): Promise<Response> {
  const observe = await observer
  return observe ? observe(request, answerRequest) : answerRequest()
}

async function respond(
  engine: Engine,
  request: Request,
  waitUntil: HandlerOptions['waitUntil'],
): Promise<Response> {
  const path = publicPath(engine, urlPath(request.url))
  if (path === engine.sessionPath && request.method === 'GET') {
    const known = await sessionFastPath(engine, request)
    if (known) return known
  }
  const { name, provider } = readPath(engine.config.basePath, path)
  const context = engine.context(request, { provider, waitUntil })
  const response = await answer(engine, context, name, path)
  return withHeaders(response, (headers) => writeCookies(headers, context.cookies.changes()))
}

/** The path as people see it: what was cut off on the way is put in front again. */
function publicPath({ config: { basePath, mount } }: Engine, path: string): string {
  return path.startsWith(`${basePath}/`) ? path : mount + path
}

/** Every page of an application asks who its visitor is. Most answers need no context, so none is made for them. */
async function sessionFastPath(engine: Engine, request: Request): Promise<Response | undefined> {
  try {
    const session = await answerSession(engine, request, () => undefined)
    return session === undefined ? undefined : jsonText(JSON.stringify(session))
  } catch (thrown) {
    return failed(engine.context(request), thrown)
  }
}

async function answer(
  engine: Engine,
  context: Context,
  name: string | undefined,
  path: string,
): Promise<Response> {
  try {
    const route = name === undefined ? undefined : await findRoute(engine, name)
    const handler = findHandler(route, context.provider, context.request.method)
    // The method of a provider that was refused may have the path.
    const refusal = engine.config.refusedProviders.get(context.provider ?? '')
    if (!handler) throw refusal ?? noSuchPath(engine, path)
    if (context.request.url.includes('?')) assertWellFormed(context.query)
    return await handler(context, engine)
  } catch (thrown) {
    return failed(context, thrown)
  }
}

async function failed(context: Context, thrown: unknown): Promise<Response> {
  const { errorResponse } = await loadErrorResponse()
  return errorResponse(context, toAuthError(thrown))
}

function findRoute({ config }: Engine, name: string): Awaitable<Route | undefined> {
  const load = storageRoutes(config)?.get(name) ?? routes.get(name)
  return load ? load() : partRoute(config, name)
}

/** Those that the storage brings along. */
function storageRoutes({ storage }: Config): StorageRoutes['routes'] | undefined {
  return storage && hasRoutes(storage) ? storage[equipment].routes : undefined
}

function hasRoutes(storage: Storage): storage is Storage & { readonly [equipment]: StorageRoutes } {
  return isEquipped(storage)
}

function noSuchPath({ config }: Engine, path: string): AuthError {
  const { basePath } = config
  const below = path.startsWith(`${basePath}/`) ? '' : `; the routes are below ${basePath}`
  return new AuthError('NotFound', `There is no path ${path.slice(0, 200)}${below}`)
}

/** The route's name and the provider's id; a path with more parts is nobody's. */
function readPath(basePath: string, path: string): { name?: string; provider?: string } {
  if (!path.startsWith(`${basePath}/`)) return {}
  const [name = '', provider, ...more] = path
    .slice(basePath.length + 1)
    .replace(/\/$/, '')
    .split('/')
  if (more.length > 0) return {}
  return { name, ...(provider !== undefined && { provider }) }
}
