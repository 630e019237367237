import type { RequestListener } from 'node:http'
import { type App, origin, type Step } from './contestant.ts'

type Handler = (request: Request) => Promise<Response>

/** An application made of a web handler: every contestant gets the same requests, made in the same way. */
export function webApp(
  handler: Handler,
  routes: { session: string; start: () => Request } & Pick<App, 'read' | 'readHeaders'>,
): App {
  const { session, start, read, readHeaders } = routes
  return {
    async check(cookie) {
      const response = await handler(new Request(origin + session, { headers: { cookie } }))
      return response.text()
    },
    ...(read && { read }),
    ...(readHeaders && { readHeaders }),
    start: async () => stepOf(await handler(start())),
    finish: async (url, cookie) => stepOf(await handler(new Request(url, { headers: { cookie } }))),
    listener: listenerOf(handler),
  }
}

/** A form that the application's own page sends. */
export function formPost(path: string, body = 'callbackUrl=%2F', cookie = ''): Request {
  return new Request(origin + path, {
    method: 'POST',
    body,
    headers: {
      origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie && { cookie }),
    },
  })
}

/** Where a response leads, whether it says so in a header or in JSON, and the cookies that it sets. */
async function stepOf(response: Response): Promise<Step> {
  const location = response.headers.get('location') ?? (await response.json()).url
  return { location, cookie: cookiesOf(response.headers.getSetCookie()) }
}

/** Set-Cookie lines as the Cookie header that a browser makes of them. */
export function cookiesOf(lines: readonly string[]): string {
  return lines
    .map((line) => line.slice(0, line.indexOf(';')))
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
}

/** The plain way from `node:http` to a web handler, the same for all contestants. */
function listenerOf(handler: Handler): RequestListener {
  return async (incoming, outgoing) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
    const response = await handler(new Request(`${origin}${incoming.url}`, { headers }))
    const body = await response.text()
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body)
  }
}
