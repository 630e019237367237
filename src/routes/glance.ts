import { after } from '../sessions/after.ts'
import type { Awaitable } from '../types/models.ts'
import type { Engine } from './route.ts'

/**
 * What `GET /session` says to most visitors, as JSON, made of the Cookie header alone. Undefined when there is more to do: the
 * session is due, or the application wants to see the request. Then the route answers.
 */
export function glance(
  { config, sessions }: Engine,
  cookie: string,
  secure: boolean,
): Awaitable<string | undefined> {
  if (config.callbacks.session || config.events.session) return undefined
  return after(cookie ? sessions.peek(cookie, secure) : null, (current) =>
    current?.needsRenewal ? undefined : JSON.stringify(current?.session ?? null),
  )
}
