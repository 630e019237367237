import type { ClientError } from '../types/client.ts'

/** A request that hangs would keep the store from ever asking again. */
const timeoutMilliseconds = 30_000

/** Asks the routes of the application, with a POST if there is a body. Rejects with a `ClientError`, whatever happened. */
export async function ask<T>(url: string, body?: object): Promise<T> {
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
  // What is not ours, such as the page of a proxy, is no JSON.
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok && answer !== undefined) return answer
  const status = response?.status
  // A gateway may answer with JSON of its own. Ours has a code, and says where people read about it.
  const [own] = (answer?.url && /^[A-Z]\w+$/.exec(answer.error)) || []
  const code = own ?? (status ? 'Unavailable' : 'Offline')
  const retryAfter = Number(response?.headers.get('retry-after')) || undefined
  throw clientError(own ? answer.message : code, { code, status, retryAfter })
}

/** An error that tells its kind. */
export function clientError(message: string, facts: Omit<ClientError, keyof Error>): ClientError {
  return Object.assign(new Error(message), facts)
}
