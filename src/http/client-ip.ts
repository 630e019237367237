import { type RequestSource, readHeader } from './request-source.ts'

/** The address that our own proxy saw: it appends it to the list, and what stands before it anybody may have written. */
export function forwardedFor(source: RequestSource): string | undefined {
  return readHeader(source, 'x-forwarded-for')?.split(',').at(-1)
}

/** A `Request` has no place for the address of its socket; every copy of this library looks for it here. */
const socketIpKey: unique symbol = Symbol.for('portico.socketAddress')

/** Remembers with a request which address its connection came from. */
export function withSocketIp(request: Request, address: string | undefined): Request {
  return Object.defineProperty(request, socketIpKey, { value: address, configurable: true })
}

/** The address that the request's connection came from, where the framework said so. */
export function socketIp(
  source: RequestSource & { [socketIpKey]?: string; socket?: { remoteAddress?: string } },
): string | undefined {
  return source[socketIpKey] ?? source.socket?.remoteAddress
}

/** Headers by which proxies pass on whose request it is, or that they exist. */
const proxyHeaders = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
]

/** This machine and inner networks (RFC 1918, 3927, 4193, 4291, 6598), from which a proxy of ours connects. */
const innerPeer =
  /^\[?(::ffff:)?(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^\[?(::1|f[cd]|fe[89ab])/i

/**
 * The address of the connection, unless a proxy made the connection: one from an inner network that brings a proxy's headers. Counting
 * by such an address would make one client of all visitors. A framework that reads the headers itself returns an address that they name.
 */
export function visitorIp(source: RequestSource): string | undefined {
  const ip = socketIp(source)
  if (!ip || !innerPeer.test(ip)) return ip
  const said = proxyHeaders.flatMap((name) => readHeader(source, name) ?? [])
  return said.length === 0 || said.some((text) => text.includes(ip)) ? ip : undefined
}
