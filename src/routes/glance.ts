import { after } from '../http/after.ts'
import type { Awaitable } from '../types/nouns.ts'
import type { House } from './route.ts'

/**
 * What `GET /session` says to most visitors, as JSON, made of the Cookie header alone. Undefined when there is more to do: the
 * session is due, or the application wants to see the request. Then the route answers.
 */
export function glance(
  { config, sessions }: House,
  cookie: string,
  secure: boolean,
): Awaitable<string | undefined> {
  if (config.callbacks.session || config.events.session) return undefined
  return after(cookie ? sessions.peek(cookie, secure) : null, (reading) =>
    reading?.due ? undefined : JSON.stringify(reading?.session ?? null),
  )
}
