import type { Context, CurrentSession } from '../context.ts'
import type { Engine } from '../engine.ts'
import { setsCookie, writeCookies } from '../http/write-cookies.ts'
import type { Session } from '../types/models.ts'

/** Renews a session into the headers of a response, where code that reads it has some. */
export async function renewInto(
  { sessions }: Engine,
  context: Context,
  current: CurrentSession,
  response: Headers | undefined,
): Promise<Session | null> {
  // A response that ends or starts a session says more than this request knew.
  if (!response || setsCookie(response, context.cookies.name('session'))) return current.session
  const session = await sessions.renew(context, current)
  writeCookies(response, context.cookies.changes())
  return session
}
