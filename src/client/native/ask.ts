import type { ClientError } from '../../types/client.ts'
import { clientError } from '../request.ts'
import { form } from './flow.ts'

/** A request that hangs would keep the client from ever asking again. */
const timeoutMilliseconds = 30_000

/** The parts of a request to the routes of the application: a path, a key, the fields of a POST. */
export type Ask = (
  path: string,
  request: { key?: string; fields?: Readonly<Record<string, string | undefined>> },
) => Promise<unknown>

/** Asks the routes of the application. Rejects with a `ClientError`; `SessionRequired` means that the person has to sign in. */
export function asker(base: string, send: typeof fetch): Ask {
  return async (path, { key, fields }) => {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), timeoutMilliseconds)
    try {
      const response = await send(`${base}/${path}`, {
        // React Native would send cookies that it keeps by itself, but only the key counts.
        credentials: 'omit',
        signal: stop.signal,
        headers: {
          accept: 'application/json',
          ...(key && { authorization: `Bearer ${key}` }),
          ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(fields && { method: 'POST', body: form(fields) }),
      }).catch(() => undefined)
      return await read(response)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The error for a success that is not ours: a gateway may answer with JSON of its own. */
export function notOurs(): ClientError {
  return clientError('Unavailable', { code: 'Unavailable' })
}

async function read(response: Response | undefined): Promise<unknown> {
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok && answer !== undefined) return answer
  throw failure(response?.status, Object(answer))
}

function failure(
  status: number | undefined,
  { error, message, code }: { error?: string; message?: string; code?: ClientError['code'] },
): ClientError {
  if (error === 'invalid_grant')
    return clientError(String(message), { code: 'SessionRequired', status })
  if (status === undefined) return clientError('Offline', { code: 'Offline' })
  // A gateway may answer with JSON of its own. Ours has `error` and `code`.
  const own = (error && code) || 'Unavailable'
  return clientError(String(message ?? own), { code: own, status })
}
