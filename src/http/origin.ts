/** Where the application is reached from outside, as far as the configuration says. */
export interface PublicAddress {
  /** The configured origin; it always wins. */
  origin: string | undefined
  /** Whether `Host` and `X-Forwarded-*` come from a proxy that can be believed. */
  trustHost: boolean
}

/** The application's own origin for this request. Forwarded headers count only behind a trusted proxy. */
export function publicOrigin(address: PublicAddress, request: Request): string {
  if (address.origin) return address.origin
  const own = new URL(request.url)
  if (!address.trustHost) return own.origin
  const host = forwarded(request, 'x-forwarded-host') ?? own.host
  const protocol = forwarded(request, 'x-forwarded-proto') ?? own.protocol.slice(0, -1)
  if (!/^[\w.-]+(:\d+)?$/.test(host) || !/^https?$/.test(protocol)) return own.origin
  return URL.parse(`${protocol}://${host}`)?.origin ?? own.origin
}

function forwarded(request: Request, header: string): string | undefined {
  // A list grows to the right with every proxy; the first entry is the one the visitor's own request had.
  return request.headers.get(header)?.split(',')[0]?.trim() || undefined
}

/** Whether an address is this very machine, where plain http is harmless. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost')
}
