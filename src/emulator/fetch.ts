import { networkFailure } from './faults.ts'

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * A `fetch` that reaches the emulated hosts in process and nothing else. It behaves like the
 * real one where sign-in code relies on it: abort signals, redirect modes, and a rejection for
 * unknown hosts.
 */
export function inProcessFetch(
  handler: (request: Request) => Promise<Response>,
  hosts: () => ReadonlySet<string>,
): typeof fetch {
  const visit = async (request: Request, hops: number): Promise<Response> => {
    const { protocol, host } = new URL(request.url)
    if (protocol !== 'https:' || !hosts().has(host)) throw networkFailure(`no such host: ${host}`)
    const response = await untilAborted(handler(request.clone()), request.signal)
    const location = redirects.has(response.status) ? response.headers.get('location') : null
    if (location === null || request.redirect === 'manual') return response
    if (request.redirect === 'error' || hops >= 20) throw networkFailure('unexpected redirect')
    return visit(followed(request, response.status, new URL(location, request.url)), hops + 1)
  }
  return (input, init) => visit(new Request(input, init), 0)
}

function followed(request: Request, status: number, to: URL): Request {
  const keeps = status === 307 || status === 308
  const headers = new Headers(request.headers)
  if (to.origin !== new URL(request.url).origin) headers.delete('authorization')
  if (keeps) return new Request(new Request(to, request.clone()), { headers })
  return new Request(to, { headers, signal: request.signal, redirect: request.redirect })
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
