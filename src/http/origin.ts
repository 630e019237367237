import { isRequest, type RequestSource, readHeader, readHost } from './request-source.ts'

/** The address at which people reach the application, as far as the configuration says. */
export interface PublicAddress {
  /** The configured origin; it always wins. */
  origin: string | undefined
  /** True if `Host` and `X-Forwarded-*` come from a trusted proxy. */
  trustHost: boolean
}

/** The application's own origin for this request. Forwarded headers count only behind a trusted proxy. */
export function publicOrigin(address: PublicAddress, source: RequestSource): string {
  if (address.origin) return address.origin
  const own = ownUrl(source)
  if (!address.trustHost) return own.origin
  const host = forwarded(source, 'x-forwarded-host') ?? own.host
  const protocol = forwarded(source, 'x-forwarded-proto') ?? own.protocol.slice(0, -1)
  if (!/^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host) || !/^https?$/i.test(protocol))
    return own.origin
  return URL.parse(`${protocol}://${host}`)?.origin ?? own.origin
}

/** The address that the request itself was sent to. Headers alone lack the protocol: http on this machine, https anywhere else. */
function ownUrl(source: RequestSource): URL {
  if (isRequest(source)) return new URL(source.url)
  const host = readHost(source) ?? 'localhost'
  const url =
    (/^[\w.:[\]-]+$/.test(host) && URL.parse(`http://${host}`)) || new URL('http://localhost')
  const encrypted = 'socket' in source && isEncrypted(source.socket)
  if (encrypted || !isLoopback(url.hostname)) url.protocol = 'https:'
  return url
}

function isEncrypted(socket: unknown): boolean {
  return typeof socket === 'object' && socket !== null && Reflect.get(socket, 'encrypted') === true
}

function forwarded(source: RequestSource, header: string): string | undefined {
  // Each proxy appends an entry. The last is our own proxy's; anybody may have written those before it.
  return readHeader(source, header)?.split(',').at(-1)?.trim() || undefined
}

/** True if an address is this very machine, where plain http is harmless. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost')
}

/** True if a host is a loopback address, not a name that would have to be resolved. */
export function isLoopbackAddress(hostname: string): boolean {
  return /^(127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
