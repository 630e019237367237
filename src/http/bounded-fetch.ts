import { AuthError } from '../errors.ts'

/** Limits on the time and size of answers to our requests. */
export interface OutboundLimits {
  /** Milliseconds until an answer must be complete. */
  timeout: number
  /** Bytes of an answer's body, after decompression. */
  size: number
}

/**
 * A `fetch` for talking to platforms: the whole answer is read within bounds of time and size, and a redirect is an error, because it would
 * carry secrets to an address that is not configured.
 */
export function boundedFetch(
  fetch: typeof globalThis.fetch,
  limits: OutboundLimits,
): typeof globalThis.fetch {
  return async (input, init) => {
    const failed = (what: string, cause?: unknown) =>
      new AuthError('PlatformUnreachable', `${requestHost(input)} ${what}`, { cause })
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), limits.timeout)
    const signal = init?.signal ? AbortSignal.any([init.signal, patience.signal]) : patience.signal
    try {
      const response = await fetch(input, { ...init, redirect: 'manual', signal })
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        await response.body?.cancel()
        throw failed('answered with a redirect, which is not followed')
      }
      const body = await readWithin(limits.size, response.body)
      if (body) return copy(response, body)
      throw failed(`sent more than ${limits.size} bytes`)
    } catch (thrown) {
      if (thrown instanceof AuthError) throw thrown
      if (patience.signal.aborted)
        throw failed(`did not answer within ${limits.timeout / 1000} s`, thrown)
      throw failed('could not be reached', thrown)
    } finally {
      clearTimeout(timer)
    }
  }
}

function requestHost(input: string | URL | Request): string {
  return new URL(input instanceof Request ? input.url : input).host
}

/** The whole body, or undefined if it exceeds the limit. */
export async function readWithin(
  limit: number,
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: [bytes: Uint8Array, at: number][] = []
  let size = 0
  const reader = body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push([part.value, size])
    size += part.value.byteLength
    if (size > limit) {
      await reader?.cancel()
      return undefined
    }
  }
  const whole = new Uint8Array(size)
  for (const chunk of chunks) whole.set(...chunk)
  return whole
}

function copy(
  { headers: sent, status, statusText }: Response,
  body: Uint8Array<ArrayBuffer>,
): Response {
  // A copy: servers replace `Response` by one of their own, whose headers are those that it was given, and these cannot be changed.
  const headers = new Headers(sent)
  // `fetch` has decompressed the body, so these headers no longer fit.
  for (const name of ['encoding', 'length']) headers.delete(`content-${name}`)
  const bodiless = status === 204 || status === 205 || status === 304
  return new Response(bodiless ? null : body, { status, statusText, headers })
}
