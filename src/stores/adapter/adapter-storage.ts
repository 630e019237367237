import type { Storage } from '../../types/storage.ts'
import { withStorableText } from '../storable-text.ts'
import { adaptAccounts } from './accounts.ts'
import { adaptPasskeys } from './passkeys.ts'
import { adaptSessions } from './sessions.ts'
import { adaptUsers } from './users.ts'

/** The operations of an Auth.js adapter as those of a storage. */
export function createAdapterStorage(adapter: Storage): Storage {
  // One of our own storages, or one as capable.
  if (adapter.transaction || adapter.claim) return adapter
  return withStorableText({
    ...adaptUsers(adapter),
    ...adaptAccounts(adapter),
    ...adaptSessions(adapter),
    ...adaptPasskeys(adapter),
  })
}
