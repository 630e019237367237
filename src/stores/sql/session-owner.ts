import type { Connection } from './connection.ts'
import { select } from './statements.ts'
import type { Tables } from './tables.ts'

/**
 * The user of a session, for a caller who lost the connection before the answer, and so does not know whether the session began. Only this
 * caller has its token, and if the session exists, so does all that was written with it.
 */
export async function sessionOwner(
  connection: Connection,
  { sessions }: Tables,
  sessionToken: string,
): Promise<string | undefined> {
  const [session] = await select(connection, sessions, { sessionToken })
  return session && String(session.userId)
}
