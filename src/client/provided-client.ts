import type { Session } from '../types/models.ts'
import { type Client, createClient } from './index.ts'

/** The session that the server rendered the page with, and the client to go on with. */
interface Provided {
  session?: Session | null | undefined
  client?: Client<Session, never> | undefined
}

/**
 * The client that a page is shown with, which knows the session. On a server the application's own may be one for all visitors, so that
 * a session gets a client of its own there.
 */
export function providedClient({ session, client }: Provided): Client {
  const isOwn = session === undefined || typeof document === 'object'
  // Whichever ids its providers have, a binding names none.
  const provided = ((isOwn && client) || createClient()) as Client
  if (session !== undefined) provided.hydrate(session)
  return provided
}
