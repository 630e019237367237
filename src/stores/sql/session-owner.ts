import type { Connection } from './connection.ts'
import { select } from './statements.ts'
import type { Tables } from './tables.ts'

/**
 * The user of a session, for a caller who does not know whether it began, because the connection broke before the answer came: nobody else has its
 * token, and all that was written with it is there if it is.
 */
export async function sessionOwner(
  connection: Connection,
  { sessions }: Tables,
  sessionToken: string,
): Promise<string | undefined> {
  const [session] = await select(connection, sessions, { sessionToken })
  return session && String(session.userId)
}
