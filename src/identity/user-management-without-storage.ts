import type { Config } from '../config.ts'
import { noStorage } from '../services/require-storage.ts'
import type { Sessions } from '../sessions/session.ts'
import { createAccess } from './access-tokens.ts'
import { cookieTokenStore } from './cookie-tokens.ts'
import type { UserManagement } from './user-management.ts'

/** What is known of people where nothing is stored: the tokens that their browsers bring along. */
export function createUserManagement(config: Config, sessions: Sessions): UserManagement {
  const { accessToken, revoke } = createAccess(config, cookieTokenStore({ config, sessions }))
  const refuse = () => Promise.reject(noStorage())
  return {
    accessToken,
    accounts: { list: refuse, unlink: refuse, revoke },
    users: { get: refuse, update: refuse, delete: refuse, removeWayIn: refuse, audit: refuse },
    sessions: { list: refuse, end: refuse, endAll: refuse },
  }
}
