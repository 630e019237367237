import type { SessionReader } from '../sessions/read-session.ts'
import { type AccessTokens, createAccess } from './access-tokens.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { createOpenSessions, type OpenSessions } from './open-sessions.ts'
import { storedTokenStore } from './stored-tokens.ts'
import { createUsers, type Users } from './users.ts'

/**
 * Questions and actions about users. `who` is a request of theirs (a `Request`, `Headers`, or anything with headers),
 * or `{ userId }`, which nobody verifies.
 */
export interface UserManagement extends Pick<AccessTokens, 'accessToken'> {
  readonly users: Users
  readonly accounts: Accounts
  readonly sessions: OpenSessions
}

/** Managing users, for one configuration. */
export function createUserManagement(reader: SessionReader): UserManagement {
  const access = createAccess(reader, storedTokenStore(reader))
  return {
    accessToken: access.accessToken,
    users: createUsers(reader, access),
    accounts: createAccounts(reader, access),
    sessions: createOpenSessions(reader),
  }
}
