import type { Session } from '../types/models.ts'
import { type Client, createClient } from './index.ts'

/** The session that the server rendered the page with, and the client to go on with. */
interface Provided {
  session?: Session | null | undefined
  client?: Client<Session, never> | undefined
}

/**
 * The client that a page is rendered with, which knows the session. On a server, the application's own may be shared by all visitors, so a
 * session gets a new one.
 */
export function providedClient({ session, client }: Provided): Client {
  const isOwn = session === undefined || typeof document === 'object'
  // The ids of providers do not matter: a binding uses none.
  const provided = ((isOwn && client) || createClient()) as Client
  if (session !== undefined) provided.hydrate(session)
  return provided
}
