import type { House } from './route.ts'

/**
 * What `GET /session` says to most visitors, as JSON, made of the Cookie header alone. Undefined when there is more to do: the
 * session is due, or the application wants to see the request. Then the route answers.
 */
export async function glance(
  { config, sessions }: House,
  cookie: string,
  secure: boolean,
): Promise<string | undefined> {
  if (config.callbacks.session || config.events.session) return undefined
  const reading = cookie ? await sessions.peek(cookie, secure) : null
  return reading?.due ? undefined : JSON.stringify(reading?.session ?? null)
}
