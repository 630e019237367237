import type { ClientError } from '../types/client.ts'

/** A request that hangs would keep the store from ever asking again. */
const timeoutMilliseconds = 30_000

/**
 * Asks the routes of the application, with a POST if there is a body. Rejects with a `ClientError`, whatever happened. `isOurs` knows the
 * answer: a gateway, or the network of a hotel, may say with JSON of its own that all is well.
 */
export async function ask<T>(url: string, isOurs: Recognise, body?: object): Promise<T> {
  const response = await fetch(url, {
    // The routes may be at another origin of the same site.
    credentials: 'include',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMilliseconds),
    ...(body && {
      method: 'POST',
      body: new Blob([JSON.stringify(body)], { type: 'application/json' }),
    }),
  }).catch(() => undefined)
  // The page of a proxy is not JSON.
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok && isOurs(answer)) return answer
  const status = response?.status
  // A gateway may answer with JSON of its own. Ours has a code, and the address of the error's page.
  const [own] = (answer?.url && /^[A-Z]\w+$/.exec(answer.error)) || []
  const code = own ?? (status ? 'Unavailable' : 'Offline')
  const retryAfter = Number(response?.headers.get('retry-after')) || undefined
  throw clientError(own ? answer.message : code, { code, status, retryAfter })
}

/** Something true for an answer of the application. It is asked about any JSON, and about undefined. */
export type Recognise = (answer: Readonly<Record<string, unknown>> | null | undefined) => unknown

/** An error with a code. */
export function clientError(message: string, facts: Omit<ClientError, keyof Error>): ClientError {
  return Object.assign(new Error(message), facts)
}
