import { AuthError } from '../errors.ts'

/** How patient and how greedy requests to platforms are. */
export interface OutboundLimits {
  /** Milliseconds until an answer must be complete. */
  timeout: number
  /** Bytes of an answer's body, after decompression. */
  size: number
}

/**
 * A `fetch` for talking to platforms: the whole answer is read within bounds of time and size, and a redirect is an error,
 * because it would carry secrets to an address that nobody configured.
 */
export function bounded(
  fetch: typeof globalThis.fetch,
  limits: OutboundLimits,
): typeof globalThis.fetch {
  return async (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input)
    const timeout = AbortSignal.timeout(limits.timeout)
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    try {
      const response = await fetch(input, { ...init, redirect: 'manual', signal })
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        await response.body?.cancel()
        throw unreachable(host, 'answered with a redirect, which is not followed')
      }
      return await copy(response, host, limits.size)
    } catch (thrown) {
      if (thrown instanceof AuthError) throw thrown
      if (timeout.aborted)
        throw unreachable(host, `did not answer within ${limits.timeout / 1000} s`, thrown)
      throw unreachable(host, 'could not be reached', thrown)
    }
  }
}

async function copy(response: Response, host: string, limit: number): Promise<Response> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > limit) {
      throw unreachable(host, `sent more than ${limit} bytes`)
    }
    chunks.push(chunk)
  }
  const headers = new Headers(response.headers)
  // The body was decompressed on the way in.
  headers.delete('content-encoding')
  headers.delete('content-length')
  const { status, statusText } = response
  const bodiless = status === 204 || status === 205 || status === 304
  return new Response(bodiless ? null : new Blob(chunks), { status, statusText, headers })
}

function unreachable(host: string, what: string, cause?: unknown): AuthError {
  return new AuthError('PlatformUnreachable', `${host} ${what}`, { cause })
}
