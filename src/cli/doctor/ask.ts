import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'

/** The request to send. Its `Host` header may differ from the address, which `fetch` does not allow. */
export interface Asked {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
}

/** The server's answer; redirects are not followed. */
export interface ServerAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** The body, if it is JSON. */
  readonly json: unknown
  readonly setCookies: readonly string[]
  /** The cookies that were set, as a browser would send them back. */
  readonly cookies: string
}

/** The milliseconds that an answer may take. */
const patience = 10_000

/** Sends a request as if it were written by hand. */
export async function ask(
  url: URL,
  { method = 'GET', headers, form }: Asked = {},
): Promise<ServerAnswer> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const body = form && new URLSearchParams(form).toString()
  const request = send(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    // One connection per request: a server that closes one in between has not failed.
    agent: false,
    signal: AbortSignal.timeout(patience),
  })
  return toAnswer(await response(request.end(body)))
}

function response(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
}

async function toAnswer(message: IncomingMessage): Promise<ServerAnswer> {
  const body = await text(message)
  const setCookies = message.headers['set-cookie'] ?? []
  return {
    status: message.statusCode ?? 0,
    headers: headersOf(message),
    body,
    json: parsed(body),
    setCookies,
    cookies: setCookies.map((line) => line.split(';', 1)[0]).join('; '),
  }
}

/** All headers but the cookies, from the raw list: a header called `__proto__` breaks `headers` of older Node versions. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  }
  headers.delete('set-cookie')
  return headers
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
