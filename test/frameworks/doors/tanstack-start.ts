import { type TanStack, toTanStackStart } from '../../../src/frameworks/tanstack-start.ts'
import { inProcess, isOurs, type OpenDoor, pageByVerbs, webAddress } from './door.ts'

/** A redirect as TanStack Router makes it: a response with its options. */
export const redirect: TanStack['redirect'] = ({ href, statusCode, ...options }) =>
  Object.assign(new Response(null, { status: statusCode, headers: { location: href } }), {
    options,
  })

/** As much of TanStack Start as server code sees: the request at hand, and headers for its response. */
export const tanStackStart: OpenDoor = inProcess((auth) => {
  let request = new Request('https://app.test')
  let headers = new Headers()
  const { handlers, ...verbs } = toTanStackStart(auth, {
    redirect,
    getRequest: () => request,
    getRequestIP: () => webAddress,
    appendResponseHeader: (name, value) => headers.append(name, value),
    setResponseHeader: (name, value) => headers.set(name, value),
  })
  const methods: Record<string, typeof handlers.GET> = handlers
  const respond = async (): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (isOurs(pathname)) return (methods[request.method] ?? handlers.GET)()
    return pageByVerbs(verbs, pathname)
  }
  return async (incoming) => {
    request = incoming
    headers = new Headers()
    const response = await respond().catch((thrown: unknown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    })
    const all = new Headers(response.headers)
    for (const [name, value] of headers) all.append(name, value)
    return new Response(response.body, { status: response.status, headers: all })
  }
})
