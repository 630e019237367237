import { type SolidStartEvent, toSolidStart } from '../../../src/frameworks/solid-start.ts'
import { inProcess, isOurs, type OpenDoor, pageByVerbs, webAddress } from './door.ts'

/** The router follows a response that server code throws; h3 answers with errors that have its own name. */
function thrown(error: unknown): Response {
  if (error instanceof Response) return error
  if (!(error instanceof Error && error.name === 'HTTPError')) throw error
  const init = { status: Reflect.get(error, 'status'), headers: Reflect.get(error, 'headers') }
  return new Response(JSON.stringify(error), init)
}

/** As much of SolidStart as server code sees: API routes, and the event at hand. */
export const solidStart: OpenDoor = inProcess((auth) => {
  let current: SolidStartEvent | undefined
  const verbs = toSolidStart(auth, () => current)
  const { GET, POST, OPTIONS } = verbs
  const methods: Record<string, typeof GET> = { POST, OPTIONS }
  const respond = async (event: SolidStartEvent): Promise<Response> => {
    const { pathname } = new URL(event.request.url)
    if (isOurs(pathname)) return (methods[event.request.method] ?? GET)(event)
    return pageByVerbs(verbs, pathname)
  }
  return async (plain) => {
    const request = Object.assign(plain, { ip: webAddress })
    const event = { request, response: { headers: new Headers() }, locals: {} }
    current = event
    const response = await respond(event).catch(thrown)
    const headers = new Headers(response.headers)
    // Cookies that were set before stand behind those of a returned response.
    for (const [name, value] of event.response.headers) headers.append(name, value)
    return new Response(response.body, { status: response.status, headers })
  }
})
