import { type SolidStartEvent, toSolidStart } from '../../../src/frameworks/solid-start.ts'
import { calls, guardedText, hello, inProcess, isOurs, type OpenDoor, webAddress } from './door.ts'

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
  const { GET, POST, OPTIONS, session, requireSession, signIn, signOut } = verbs
  const methods: Record<string, typeof GET> = { POST, OPTIONS }
  const respond = async (event: SolidStartEvent): Promise<Response> => {
    const { pathname } = new URL(event.request.url)
    const call = calls[pathname]
    if (isOurs(pathname)) return (methods[event.request.method] ?? GET)(event)
    if (call) return signIn(...call)
    if (pathname === '/home') return new Response(hello(await session()))
    if (pathname === '/leave') await session()
    if (pathname === '/leave' || pathname === '/logout') return signOut()
    if (pathname !== '/guarded') return new Response(null, { status: 404 })
    await requireSession()
    return new Response(guardedText)
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
