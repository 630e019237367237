import { isDue } from './key.ts'
import type { SignedIn } from './signed.ts'

/** Sends requests to the application with the key. Other origins are refused: they would learn it. */
export function sendSigned<S>(
  origin: string,
  send: typeof fetch,
  { kept, refresh, settled }: SignedIn<S>,
): (input: string, init?: RequestInit) => Promise<Response> {
  return async (input, init = {}) => {
    const target = input.startsWith('/') ? origin + input : input
    if (!target.startsWith(`${origin}/`))
      throw new TypeError(`${input} is not at ${origin}, and would learn the key`)
    const attempt = async (key: string | undefined) => {
      const headers = new Headers(init.headers)
      if (key) headers.set('authorization', `Bearer ${key}`)
      return send(target, { credentials: 'omit', ...init, headers })
    }
    await settled()
    let found = await kept.read()
    if (found && isDue(found)) {
      await refresh()
      found = await kept.read()
    }
    const response = await attempt(found?.key)
    if (response.status !== 401 || !found) return response
    // The key was replaced while the request was on its way, or it has ended: then the state says so.
    await refresh()
    const now = await kept.read()
    // A stream was read by the first attempt.
    const isSpent = Boolean(Object(init.body).getReader)
    return now && now.key !== found.key && !isSpent ? attempt(now.key) : response
  }
}
