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
