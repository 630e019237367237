import { createServer, IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AuthInstance } from '../../../src/index.ts'
import type { SignInOptions } from '../../../src/instance/auth-instance.ts'

/** Calls of `signIn` in server code, each answered at its path in every framework. */
export const calls: Readonly<Record<string, [provider: string, options?: SignInOptions]>> = {
  '/login': ['credentials', { fields: { name: 'ada' } }],
  '/welcome': ['credentials', { fields: { name: 'ada' }, callbackUrl: '/guarded' }],
  '/refused': ['credentials', { fields: { name: 'eve' } }],
  '/mail': ['email', { fields: { email: 'ada@acme.test' } }],
  '/platform': ['plain'],
}

/** The calls by their paths. */
export const paths: [path: string, call: (typeof calls)[string]][] = Object.entries(calls)

/** What only people who are signed in may read, at `/guarded`. */
export const guardedText = 'for members only'

/** What guards ask for at a path: at `/proven` a second step must have been taken. */
export const guards: Readonly<Record<string, { level?: 2 }>> = {
  '/guarded': {},
  '/proven': { level: 2 },
}

/** What the page at `/home` says to whoever asks. */
export function hello(session: { user: { name?: string | null } } | null | undefined): string {
  return `Hello ${session?.user.name ?? 'stranger'}`
}

/** Where frameworks without a socket say that a request comes from. */
export const webAddress = '8.8.8.8'

/**
 * An application in a framework: the routes of the library at `/api/auth`, a page at `/home` that says who is there, guarded ones at `/guarded`
 * and `/proven`, the calls above, and `signOut` at `/logout` and, after the session was read, at `/leave`.
 */
export interface Door {
  /** Where it listens; undefined where it is called in process. */
  port?: number
  /** The address that it is told of visitors, where it is told one. */
  visitor: string | undefined
  send(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<unknown>
}

/** Makes an instance when the address is known. */
export type Create = (origin: string) => AuthInstance

/** Starts an application. */
export type OpenDoor = (create: Create) => Promise<Door>

/** As Node had it before CVE-2026-21710 was mended: a header called `__proto__` makes the getter throw. */
class OlderMessage extends IncomingMessage {}
Object.defineProperty(OlderMessage.prototype, 'headersDistinct', {
  get() {
    throw new TypeError('dest[field].push is not a function')
  },
})

/** A framework that answers Node's requests, on a port of this machine. */
export function onNode(
  make: (auth: AuthInstance) => RequestListener | Promise<RequestListener>,
  { knowsVisitors = true }: { knowsVisitors?: boolean } = {},
): OpenDoor {
  return async (create) => {
    let answer: RequestListener = () => {}
    // Whoever closes an idle connection must not be the server: on a machine that hangs, the next request would already be on its way.
    const options = { IncomingMessage: OlderMessage, keepAliveTimeout: 0 }
    const server = createServer(options, (req, res) => answer(req, res))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    answer = await make(create(url))
    return {
      port,
      visitor: knowsVisitors ? '127.0.0.1' : undefined,
      send: (path, init) => fetch(url + path, { redirect: 'manual', ...init }),
      close() {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      },
    }
  }
}

/** A framework that answers a `Request`, in process. */
export function inProcess(
  make: (auth: AuthInstance) => (request: Request) => Response | Promise<Response>,
): OpenDoor {
  return async (create) => {
    const url = 'https://app.test'
    const answer = make(create(url))
    const send = async (path: string, init?: RequestInit) =>
      answer(new Request(path.startsWith('http') ? path : url + path, init))
    return { visitor: webAddress, send, close: async () => {} }
  }
}

/** The path of a request as Node writes it, without its query. */
export function pathOf({ url = '' }: { url?: string | undefined }): string {
  return url.split('?')[0] ?? ''
}

/** True for paths that the library answers. */
export function isOurs(path: string): boolean {
  return path.startsWith('/api/auth/')
}

/** The verbs of a door whose framework knows the request at hand. */
interface Verbs {
  session(): Promise<{ user: { name?: string | null } } | null>
  requireSession(options: { level?: 2 }): Promise<unknown>
  signIn(provider: string, options?: SignInOptions): Promise<Response>
  signOut(): Promise<Response>
}

/** The pages of the application behind such a door. */
export async function pageByVerbs(verbs: Verbs, path: string): Promise<Response> {
  const call = calls[path]
  if (call) return verbs.signIn(...call)
  if (path === '/home') return new Response(hello(await verbs.session()))
  if (path === '/leave') await verbs.session()
  if (path === '/leave' || path === '/logout') return verbs.signOut()
  const guard = guards[path]
  if (!guard) return new Response(null, { status: 404 })
  await verbs.requireSession(guard)
  return new Response(guardedText)
}
