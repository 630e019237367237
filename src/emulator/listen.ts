import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isBlocked } from './blocked-ports.ts'

/** The place to listen. */
export type ListenOptions = {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** `127.0.0.1` unless told otherwise. */
  readonly host?: string
  /** False where the process should end although the emulator listens. */
  readonly keepsProcessAlive?: boolean
  /** Stands in the header `portico-emulator` of every answer, and tells this emulator from other programs. */
  readonly identity?: string
  /**
   * Lets other machines in: whoever arrives can be anybody. They see the overview and the inbox only by the address `pages` of what
   * `listen` returns.
   */
  readonly dangerouslyAllowRemote?: boolean
}

/** An emulator that can be reached by browsers. */
export type Listening = {
  readonly url: string
  /** The address of its own pages for other machines: the key in it opens them. */
  readonly pages: string
  readonly close: () => Promise<void>
}

/** Answers a request; `isHere` says whether it comes from this machine. */
export type ServedHandler = (request: Request, isHere: boolean) => Promise<Response>

/** Bodies beyond this are no sign-in request. */
const limit = 1024 * 1024

const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Serves a handler over HTTP, to this machine only unless told otherwise. */
export async function serve(
  handler: ServedHandler,
  {
    port = 0,
    host = '127.0.0.1',
    keepsProcessAlive = true,
    identity,
    dangerouslyAllowRemote = false,
  }: ListenOptions,
): Promise<Omit<Listening, 'pages'>> {
  if (!loopback.has(host) && !dangerouslyAllowRemote) {
    throw new Error(
      `The emulator lets anybody be anybody, so it listens on this machine only, not on ${host}. ` +
        'Pass dangerouslyAllowRemote: true to open it to others.',
    )
  }
  if (isBlocked(port)) throw new Error(`Browsers and fetch refuse port ${port}: choose another`)
  const { createServer } = await import('node:http')
  const server = createServer((incoming, outgoing) => {
    if (identity !== undefined) outgoing.setHeader('portico-emulator', identity)
    if (!dangerouslyAllowRemote && !isLocal(incoming)) return refuse(outgoing)
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy())
  })
  // Node's five seconds are so short that a busy client meets connections which are just being closed.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  if (!keepsProcessAlive) server.unref()
  return { url: serverUrl(server, host), close: () => closed(server) }
}

// A page elsewhere can make its own host name point here (DNS rebinding); its Host header tells.
function isLocal({ headers }: IncomingMessage): boolean {
  return loopback.has((headers.host ?? '').replace(/:\d+$/, ''))
}

function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(403, { 'content-type': 'text/plain', ...unsniffed }).end('This machine only.')
}

/** A request from elsewhere has another address, or comes through a proxy, which says so or names another host. */
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
  // Two slashes do not begin a host here: the page that sent a form would name its own.
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

/** Anybody writes what stands in some answers: mails, names, addresses. A browser takes them for what they are. */
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
