import { boundedFetch, type OutboundLimits } from '../http/bounded-fetch.ts'
import { viaEmulator } from '../http/via-emulator.ts'
import type { Trace } from '../types/trace.ts'

/** The way by which a request reaches its platform. */
interface Way extends Partial<OutboundLimits> {
  own: typeof fetch
  /** The address of the emulator, if it plays the platform. */
  emulator: string | undefined
  trace: Trace
}

/** Sends a request to a platform, within limits, and through the emulator if there is one. */
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
  // RFC 7239: the real address, so that the emulator's answers have real addresses and an issuer stays the same.
  headers.set('forwarded', `host=${url.host};proto=https`)
  return limited(viaEmulator(emulator, url), { ...init, headers })
}
