import type { Context } from '../context.ts'
import type { Engine } from '../engine.ts'
import { withSocketIp } from '../http/client-ip.ts'
import { jsonText } from '../http/json-answer.ts'
import { urlPath } from '../http/path.ts'
import { loadOnce } from '../services/load-once.ts'
import { answerSession } from '../sessions/read-session.ts'

const loadCors = loadOnce(() => import('./serve-cors.ts'))
/** Most requests only read the session. */
const loadAnswer = loadOnce(() => import('./answer.ts'))

/** Facts about a request that the server knows besides the request itself. */
export interface HandlerOptions {
  /** The IP address that the connection came from, as the framework knows it. */
  address?: string | undefined
  /** Keeps a worker alive for work that goes on after the response. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** Answers a request, with the session or by its route; an error becomes a response, too. */
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
  if (path === engine.sessionPath && request.method === 'GET')
    return answerWho(engine, request, waitUntil)
  const { answer } = await loadAnswer()
  return answer(engine, request, path, waitUntil)
}

/** The path as the browser knows it: with the `mount` that was removed on the way. */
function publicPath({ config: { basePath, mount } }: Engine, path: string): string {
  return path.startsWith(`${basePath}/`) ? path : mount + path
}

/** Answers `GET /session`, which every page requests. Most answers need no context, so it is made for a renewal only. */
async function answerWho(
  engine: Engine,
  request: Request,
  waitUntil: HandlerOptions['waitUntil'],
): Promise<Response> {
  const renewals: Context[] = []
  try {
    const session = await answerSession(engine, request, (current) => {
      const context = engine.context(request, { waitUntil })
      renewals.push(context)
      return engine.sessions.renew(context, current)
    })
    const response = jsonText(JSON.stringify(session))
    const [context] = renewals
    return context ? (await loadAnswer()).withCookies(context, response) : response
  } catch (thrown) {
    const { answerError } = await loadAnswer()
    return answerError(engine.context(request), thrown)
  }
}
