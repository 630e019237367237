import { noStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import { createAccess } from './access-tokens.ts'
import { cookieTokenStore } from './cookie-tokens.ts'
import type { UserManagement } from './user-management.ts'

/** The calls about people where nothing is stored: all that is known of them are the tokens that their browsers bring along. */
export function createUserManagement(reader: SessionReader): UserManagement {
  const { accessToken, revoke } = createAccess(reader, cookieTokenStore(reader))
  const refuse = () => Promise.reject(noStorage())
  return {
    accessToken,
    accounts: { list: refuse, unlink: refuse, revoke },
    users: { get: refuse, update: refuse, delete: refuse, removeWayIn: refuse, audit: refuse },
    sessions: { list: refuse, end: refuse, endAll: refuse },
  }
}
