import { fromJson } from './encoding.ts'
import { networkFailure } from './faults.ts'
import type { Received } from './records.ts'
import type { EmulatorContext, Exchange } from './types.ts'

/** The largest request body in bytes, more than any sign-in needs. */
const limit = 1024 * 1024

/** The number of characters of a body that are recorded. */
const longestKept = 20_000

/** A request's real address, and a function that writes others in the same form. */
export type Place = { readonly url: URL; readonly link: (url: string) => string }

/**
 * Finds the real address of a request. It arrives as it is (`https://www.example.com/path`), or
 * with the host as first segment of a local address
 * (`http://127.0.0.1:4100/www.example.com/path`), which is how a browser reaches the emulator.
 * A client that only routes its requests through here sends `Forwarded: host=…` (RFC 7239), and
 * its answers contain real addresses.
 */
export function exchangePlace(request: Request, hosts: ReadonlySet<string>): Place | undefined {
  const url = new URL(request.url)
  if (hosts.has(url.host)) return { url, link: (to) => to }
  const [, host = '', rest = ''] = /^\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? []
  if (!hosts.has(host)) return undefined
  const real = new URL(`https://${host}${rest}${url.search}`)
  const isForwarded = forwardedHost(request.headers) === host
  return { url: real, link: (to) => (isForwarded ? to : localForm(url.origin, to)) }
}

/** The local form of a real address. */
export function localForm(origin: string, address: string): string {
  const url = new URL(address)
  return `${origin}/${url.host}${url.pathname}${url.search}`
}

/** Reads a request once, for all of its readers. */
export async function readExchange(
  context: EmulatorContext,
  request: Request,
  place: Place,
): Promise<Exchange> {
  // Before the body: Bun forgets the type of a request's own form once it is read.
  const isForm = mediaType(request.headers) === 'application/x-www-form-urlencoded'
  const text = await readBounded(request)
  return {
    context,
    method: request.method,
    url: place.url,
    headers: request.headers,
    text,
    form: new URLSearchParams(isForm ? text : ''),
    link: place.link,
    signal: request.signal,
  }
}

/** The record of a request. */
export function recording(exchange: Exchange, platform: string, endpoint: string): Received {
  const { method, url, headers, text, form, context } = exchange
  const parsed = mediaType(headers) === 'application/json' ? fromJson(text) : undefined
  const whole = () => (form.size > 0 ? readFields(form) : (parsed ?? text))
  const body = text.length > longestKept ? text.slice(0, longestKept) : whole()
  const at = context.clock.now()
  return {
    platform,
    endpoint,
    method,
    url: url.href,
    headers: Object.fromEntries(headers),
    body,
    at,
  }
}

/** The first parameter that is given more than once, which RFC 6749 §3.1 forbids. */
export function repeated(parameters: URLSearchParams): string | undefined {
  return [...parameters.keys()].find((name) => parameters.getAll(name).length > 1)
}

/** The media type of a message, without its parameters. */
export function mediaType(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The token of an `Authorization` header with this scheme, spelled exactly so. */
export function bearer(headers: Headers, scheme = 'Bearer'): string | undefined {
  const [word, token, ...rest] = (headers.get('authorization') ?? '').split(' ')
  return word === scheme && rest.length === 0 ? token : undefined
}

/** The value of a cookie. */
export function cookie(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(/; */)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

function forwardedHost(headers: Headers): string | undefined {
  return /(?:^|;)\s*host="?([^";,\s]+)/i.exec(headers.get('forwarded') ?? '')?.[1]
}

// A repeated field is a list.
function readFields(form: URLSearchParams): Record<string, string | string[]> {
  const values = (name: string): string | string[] => {
    const [first = '', ...more] = form.getAll(name)
    return more.length === 0 ? first : [first, ...more]
  }
  return Object.fromEntries([...form.keys()].map((name) => [name, values(name)]))
}

async function readBounded(request: Request): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw networkFailure('request body too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
