import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import { toNode } from '../../../src/frameworks/node.ts'
import type { AuthInstance } from '../../../src/index.ts'
import { certificate } from '../../certificate.ts'
import { inProduction } from './applications.ts'

const running: Server[] = []

afterEach(() => {
  for (const server of running.splice(0)) server.close()
})

/** Starts a server on a free port; what it answers may depend on where it is. */
export async function serve(make: (origin: string) => RequestListener): Promise<string> {
  let listener: RequestListener = () => {}
  const server = createServer((request, response) => listener(request, response))
  const origin = await started(server, 'http')
  listener = make(origin)
  return origin
}

/** The same over https. */
export async function serveSecurely(listener: RequestListener): Promise<string> {
  return started(createSecureServer(certificate, listener), 'https')
}

async function started(server: Server, protocol: string): Promise<string> {
  running.push(server.listen(0, '127.0.0.1'))
  await new Promise((resolve) => server.once('listening', resolve))
  return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An application as a server serves it; it has nothing but its routes. */
export function listenerOf(auth: AuthInstance): RequestListener {
  const listener = toNode(auth)
  return (request, response) => {
    if (request.url?.startsWith(`${auth.basePath}/`)) return void listener(request, response)
    response.writeHead(404).end('nothing here')
  }
}

/** What a proxy does to what passes through. */
export interface Meddling {
  request?(headers: Headers): void
  response?(headers: Headers): void
}

/** A proxy in front of servers, which take turns. */
export function proxyTo(
  targets: readonly string[],
  { request: before, response: after }: Meddling = {},
): RequestListener {
  let turn = 0
  return async (incoming, outgoing) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (!/^(host|connection|content-length)$/.test(name)) headers.set(name, String(value))
    }
    before?.(headers)
    const target = targets[turn++ % targets.length]
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const answer = await fetch(`${target}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const passed = new Headers(answer.headers)
    after?.(passed)
    const body = await answer.text()
    const plain = [...passed].filter(([name]) => !/^(set-cookie|content-|transfer-)/.test(name))
    outgoing.setHeaders(new Map(plain))
    outgoing.setHeader('set-cookie', passed.getSetCookie())
    outgoing.writeHead(answer.status).end(body)
  }
}

/** Applications that share nothing but their secret, behind one proxy whose address they know. */
export async function behindProxy(
  meddling: (origin: string) => Meddling,
  count = 1,
): Promise<string> {
  const address = { AUTH_URL: '' }
  const one = () => {
    let listener: RequestListener | undefined
    return serve(() => (...exchange) => {
      listener ??= listenerOf(inProduction(address))
      return listener(...exchange)
    })
  }
  const targets = await Promise.all(Array.from({ length: count }, one))
  return serve((origin) => {
    address.AUTH_URL = origin
    return proxyTo(targets, meddling(origin))
  })
}
