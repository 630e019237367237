import { errorHandler, type H3Auth, type H3Event, toH3 } from '../../../src/frameworks/h3.ts'
import { sendResponse } from '../../../src/frameworks/shared/node-response.ts'
import type { AuthInstance } from '../../../src/index.ts'
import type { Session } from '../../../src/types/models.ts'
import {
  calls,
  guardedText,
  guards,
  hello,
  inProcess,
  isOurs,
  type OpenDoor,
  onNode,
  pathOf,
  webAddress,
} from './door.ts'

/** What the application answers at a path, in both versions. */
async function respond(
  verbs: H3Auth<Session, string>,
  path: string,
  event: H3Event,
): Promise<Response> {
  await verbs.middleware(event)
  const call = calls[path]
  if (call) return verbs.signIn(event, ...call)
  if (path === '/home') return new Response(hello(Reflect.get(event.context, 'session')))
  if (path === '/leave') await verbs.session(event)
  if (path === '/leave' || path === '/logout') return verbs.signOut(event)
  const guard = guards[path]
  if (guard) {
    await verbs.requireSession(event, guard)
    return new Response(guardedText)
  }
  return isOurs(path) ? verbs.handler(event) : new Response(null, { status: 404 })
}

/** Version 1 as Nitro 2 has it: an event holds Node's objects, and an error handler may answer with a response. */
export const h3VersionOne: OpenDoor = onNode((auth: AuthInstance) => {
  const verbs = toH3(auth)
  return async (req, res) => {
    const event = { node: { req, res }, context: {} }
    try {
      await sendResponse(await respond(verbs, pathOf(req), event), res)
    } catch (error) {
      const answers: Response[] = []
      await errorHandler(error, { respondWith: async (response) => void answers.push(response) })
      await sendResponse(answers[0] ?? new Response(null, { status: 500 }), res)
    }
  }
})

/** Version 2: an event holds a `Request`; cookies that were set before stand behind those of a returned response. */
export const h3VersionTwo: OpenDoor = inProcess((auth: AuthInstance) => {
  const verbs = toH3(auth)
  return async (request) => {
    const req = Object.assign(request, { ip: webAddress })
    const event = { req, res: { headers: new Headers() }, context: {} }
    try {
      const response = await respond(verbs, new URL(req.url).pathname, event)
      const headers = new Headers(event.res.headers)
      for (const [name, value] of response.headers) {
        if (name === 'set-cookie') headers.append(name, value)
        else headers.set(name, value)
      }
      return new Response(response.body, { status: response.status, headers })
    } catch (error) {
      // Its own errors are known by their name; they say their status, their headers and their JSON.
      if (!(error instanceof Error && error.name === 'HTTPError')) throw error
      const init = { status: Reflect.get(error, 'status'), headers: Reflect.get(error, 'headers') }
      return new Response(JSON.stringify(error), init)
    }
  }
})
