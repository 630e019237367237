import { socketIp } from '../http/client-ip.ts'
import { isLoopback } from '../http/origin.ts'

/**
 * True if the visitor sits at this machine, as far as a request shows: by its host, its remote address, and the headers of proxies and
 * tunnels. A site that points its host name here (DNS rebinding) is found by the host. Headers can be forged, and some frameworks report
 * no remote address, so the key decides.
 */
export function isThisMachine(request: Request): boolean {
  const { headers } = request
  const list = (name: string) =>
    (headers.get(name) ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
  const hosts = [new URL(request.url).host, ...list('host'), ...list('x-forwarded-host')]
  const addresses = ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'].flatMap(
    list,
  )
  const socket = socketIp(request)
  return (
    hosts.every((host) => isLoopback(URL.parse(`http://${host}`)?.hostname ?? '')) &&
    [...addresses, ...(socket === undefined ? [] : [socket])].every(isLoopbackIp) &&
    !headers.has('forwarded')
  )
}

function isLoopbackIp(address: string): boolean {
  return /^(::ffff:)?127(\.\d{1,3}){3}(:\d+)?$|^\[?::1\]?(:\d+)?$|^localhost$/i.test(address)
}

/** True if a form comes from one of our own pages. */
export function isOwnForm({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  return site ? site === 'same-origin' : headers.get('origin') === new URL(url).origin
}
