import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isBlocked } from './blocked-ports.ts'

/** Options of `listen`. */
export type ListenOptions = {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** Default: `127.0.0.1`. */
  readonly host?: string
  /** False lets the process end while the emulator listens. Default: true. */
  readonly keepsProcessAlive?: boolean
  /** The header `portico-emulator` of every answer, which tells this emulator from other programs. */
  readonly identity?: string
  /**
   * Accepts requests from other machines, which can sign in as anybody. They see the overview and the inbox only by the address `pages`
   * that `listen` returns.
   */
  readonly dangerouslyAllowRemote?: boolean
}

/** An emulator that listens on a port. */
export type Listening = {
  readonly url: string
  /** The address of its own pages for other machines, with the key that opens them. */
  readonly pages: string
  readonly close: () => Promise<void>
}

/** Answers a request; `isHere` is true if it comes from this machine. */
export type ServedHandler = (request: Request, isHere: boolean) => Promise<Response>

/** The largest request body in bytes, more than any sign-in needs. */
const limit = 1024 * 1024

const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Serves a handler over HTTP, to this machine only unless `dangerouslyAllowRemote` is set. */
export async function serve(
  handler: ServedHandler,
  options: ListenOptions,
): Promise<Omit<Listening, 'pages'>> {
  const {
    port = 0,
    host = '127.0.0.1',
    keepsProcessAlive = true,
    dangerouslyAllowRemote = false,
  } = options
  if (!loopback.has(host) && !dangerouslyAllowRemote) {
    throw new Error(
      `The emulator lets anybody be anybody, so it listens on this machine only, not on ${host}. ` +
        'Pass dangerouslyAllowRemote: true to open it to others.',
    )
  }
  if (isBlocked(port)) throw new Error(`Browsers and fetch refuse port ${port}: choose another`)
  const { createServer } = await import('node:http')
  const server = createServer((incoming, outgoing) => {
    const { identity } = options
    if (identity !== undefined) outgoing.setHeader('portico-emulator', identity)
    if (!dangerouslyAllowRemote && !isLocal(incoming)) return refuse(outgoing)
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy())
  })
  // Node's default of five seconds is so short that a busy client reuses connections which are being closed.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  if (!keepsProcessAlive) server.unref()
  return { url: serverUrl(server, host), close: () => closed(server) }
}

// Another site can point its host name here (DNS rebinding), but its Host header shows that.
function isLocal({ headers }: IncomingMessage): boolean {
  return loopback.has((headers.host ?? '').replace(/:\d+$/, ''))
}

function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(403, { 'content-type': 'text/plain', ...unsniffed }).end('This machine only.')
}

/** True if a request comes from this machine: from a loopback address, to a local host, and through no proxy. */
function isHere(incoming: IncomingMessage): boolean {
  const { headers, socket } = incoming
  const isProxied = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].some(
    (name) => headers[name] !== undefined,
  )
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return isLocal(incoming) && !isProxied && /^(127\.|::1$)/.test(address)
}

async function answer(
  handler: ServedHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const response = await handler(await toRequest(incoming, gone.signal), isHere(incoming))
  outgoing.writeHead(response.status, toHeaders(response))
  for await (const chunk of response.body ?? []) {
    if (outgoing.destroyed) return
    if (!outgoing.write(chunk)) await drained(outgoing)
  }
  outgoing.end()
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const method = incoming.method ?? 'GET'
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const { url: path = '/' } = incoming
  // Two slashes must not begin a host: a foreign page could name its own host, and its forms would pass as ours.
  const place = path.startsWith('/') ? path : '/'
  const url = new URL(`http://${incoming.headers.host ?? 'localhost'}${place}`)
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal })
  return new Request(url, { method, headers, signal, body: await readBody(incoming) })
}

async function readBody(incoming: IncomingMessage): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.byteLength
    if (size > limit) throw new Error('The request body is too large')
    chunks.push(chunk)
  }
  return new Blob(chunks)
}

/** Some answers contain foreign text (mails, names, addresses), which browsers must not sniff as HTML. */
const unsniffed = { 'x-content-type-options': 'nosniff' }

function toHeaders({ headers }: Response): Record<string, string | string[]> {
  const cookies = headers.getSetCookie()
  const own = cookies.length > 0 && { 'set-cookie': cookies }
  return { ...unsniffed, ...Object.fromEntries(headers), ...own }
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done).off('close', done)
      resolve()
    }
    outgoing.once('drain', done).once('close', done)
  })
}

function serverUrl(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
