// A function of AWS Lambda, which esbuild makes one file of.
import { Auth } from 'porticojs'
import TikTok from 'porticojs/providers/tiktok'
import { postgres } from 'porticojs/storage/postgres'

const auth = Auth({ providers: [TikTok], storage: postgres(process.env.DATABASE_URL ?? '') })

/** What a function URL hands over, as far as it is read here. */
interface Event {
  rawPath: string
  rawQueryString: string
  headers: Record<string, string>
  cookies?: string[]
  body?: string
  requestContext: { domainName: string; http: { method: string } }
}

export async function handler(event: Event) {
  const request = toRequest(event)
  const response = event.rawPath.startsWith('/api/auth/')
    ? await auth.handler(request)
    : new Response(`Hello ${(await auth.session(request))?.user.name ?? 'stranger'}`)
  const headers = Object.fromEntries(response.headers)
  delete headers['set-cookie']
  return {
    statusCode: response.status,
    headers,
    cookies: response.headers.getSetCookie(),
    body: await response.text(),
  }
}

function toRequest({ rawPath, rawQueryString, headers, cookies = [], body, ...event }: Event) {
  const { domainName, http } = event.requestContext
  const url = new URL(`${rawPath}?${rawQueryString}`, `http://${domainName}`)
  const all = { ...headers, ...(cookies.length > 0 && { cookie: cookies.join('; ') }) }
  return new Request(url, { method: http.method, headers: all, body: body || null })
}
