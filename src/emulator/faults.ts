import { json } from './reply.ts'
import type { Exchange } from './types.ts'

/** Answers in place of an endpoint; `truth` runs the endpoint itself. */
export type Disturbance = (exchange: Exchange, truth: () => Promise<Response>) => Promise<Response>

const page = '<!doctype html><title>Bad gateway</title><h1>Something went wrong</h1>'

/** Ways in which any address on the Internet can fail. */
export const disturbances: Readonly<Record<string, Disturbance>> = {
  /** The connection breaks before the request is handled. */
  cut: async () => dropped(),
  /** The request is handled, then the connection breaks: its answer is lost. */
  lost: async (_, truth) => {
    await truth()
    return dropped()
  },
  /** No answer comes until the client gives up. */
  slow: ({ signal }) => abandoned(signal),
  /** The answer begins and never ends. */
  stall: async ({ signal }) => stream((controller) => start(controller, signal)),
  /** The answer breaks off in the middle. */
  torn: async () => stream((controller) => tear(controller)),
  /** The answer is 64 MiB long. */
  huge: async () => huge(64),
  /** A page where JSON was expected, with status 200. */
  html: async () => markup(200),
  /** A gateway's page. */
  unavailable: async () => markup(503),
  /** An empty body, with status 200. */
  empty: async () => new Response('', { headers: { 'content-type': 'application/json' } }),
  /** JSON that ends too early. */
  truncated: async () =>
    new Response('{"access_token":"', { headers: { 'content-type': 'application/json' } }),
  /** JSON that is not an object. */
  null: async () => json(null),
  /** A redirect to an unknown host, which a careful client does not follow. */
  redirect: async () =>
    new Response(null, { status: 302, headers: { location: 'https://stranger.invalid/' } }),
}

/** The descriptions of `disturbances`. */
export const disturbanceWords: Readonly<Record<string, string>> = {
  cut: 'the connection drops',
  lost: 'carried out, but the answer is lost',
  slow: 'no answer comes',
  stall: 'the answer never ends',
  torn: 'the answer breaks off',
  huge: 'the answer is 64 MiB long',
  html: 'a page instead of JSON',
  unavailable: '503 and a page',
  empty: 'an empty answer',
  truncated: 'JSON that ends too early',
  null: 'null instead of an object',
  redirect: 'a redirect to a stranger',
}

/** The failure of a connection, as `fetch` reports it. */
export function networkFailure(reason: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(reason) })
}

function dropped(): never {
  throw networkFailure('other side closed')
}

function abandoned(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function stream(begin: (controller: ReadableStreamDefaultController) => void): Response {
  const headers = { 'content-type': 'application/json' }
  return new Response(new ReadableStream({ start: begin }), { headers })
}

function start(controller: ReadableStreamDefaultController, signal: AbortSignal): void {
  controller.enqueue(new TextEncoder().encode('{'))
  signal.addEventListener('abort', () => controller.error(signal.reason), { once: true })
}

function tear(controller: ReadableStreamDefaultController): void {
  controller.enqueue(new TextEncoder().encode('{"access_'))
  queueMicrotask(() => controller.error(networkFailure('terminated')))
}

function huge(mebibytes: number): Response {
  const chunk = new Uint8Array(1024 * 1024).fill(0x20)
  let left = mebibytes
  const body = new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(chunk)
      else controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

function markup(status: number): Response {
  return new Response(page, { status, headers: { 'content-type': 'text/html' } })
}
