import { type RequestSource, readHeader } from './request-source.ts'

/** The address that our own proxy saw and appended to the list: anybody may have written the entries before it. */
export function forwardedFor(source: RequestSource): string | undefined {
  return readHeader(source, 'x-forwarded-for')?.split(',').at(-1)
}

/** The key of the socket's address, for which a `Request` has no place. Every copy of this library knows it. */
const socketIpKey: unique symbol = Symbol.for('portico.socketAddress')

/** Stores the address of the connection with its request. */
export function withSocketIp(request: Request, address: string | undefined): Request {
  return Object.defineProperty(request, socketIpKey, { value: address, configurable: true })
}

/** The address that the request's connection came from, if the framework passed it. */
export function socketIp(
  source: RequestSource & { [socketIpKey]?: string; socket?: { remoteAddress?: string } },
): string | undefined {
  return source[socketIpKey] ?? source.socket?.remoteAddress
}

/** Headers that proxies add. */
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

/** This machine and inner networks (RFC 1918, 3927, 4193, 4291, 6598), from which the application's proxy connects. */
const innerPeer =
  /^\[?(::ffff:)?(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^\[?(::1|f[cd]|fe[89ab])/i

/**
 * The address of the connection, unless it is a proxy's: one from an inner network, with a proxy's headers. Counting by such an address
 * would make one client of all visitors. An address that the headers name is no proxy's: the framework took it from them.
 */
export function visitorIp(source: RequestSource): string | undefined {
  const ip = socketIp(source)
  if (!ip || !innerPeer.test(ip)) return ip
  const said = proxyHeaders.flatMap((name) => readHeader(source, name) ?? [])
  return said.length === 0 || said.some((text) => text.includes(ip)) ? ip : undefined
}
