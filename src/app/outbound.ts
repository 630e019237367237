import { boundedFetch, type OutboundLimits } from '../http/bounded-fetch.ts'
import { viaEmulator } from '../http/via-emulator.ts'
import type { Trace } from '../types/trace.ts'

/** By what a request reaches its platform. */
interface Way extends Partial<OutboundLimits> {
  own: typeof fetch
  /** The address of the emulator, if it plays the platform. */
  emulator: string | undefined
  trace: Trace
}

/** Sends a request to a platform: bounded, and through the emulator when there is one. */
export function askPlatform(
  { trace, ...way }: Way,
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  const answer = send(way, url, input, init)
  trace(() => ({ step: 'asked', url: url.href, init, answer }))
  return answer
}

function send(
  { own, emulator, timeout = 10_000, size = 1_000_000 }: Omit<Way, 'trace'>,
  url: URL,
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<Response> {
  const limited = boundedFetch(own, { timeout, size })
  if (!emulator) return limited(input, init)
  const headers = new Headers(init?.headers)
  // RFC 7239: the emulator answers with the real addresses, so that an issuer stays what it is.
  headers.set('forwarded', `host=${url.host};proto=https`)
  return limited(viaEmulator(emulator, url), { ...init, headers })
}
