import type { Storage } from '../../types/storage.ts'
import { withStorableText } from '../storable-text.ts'
import { adaptAccounts } from './accounts.ts'
import { withItems } from './items.ts'
import { adaptPasskeys } from './passkeys.ts'
import { adaptSessions } from './sessions.ts'
import { adaptUsers } from './users.ts'

/** The operations of an Auth.js adapter as those of a storage, with those on items if it gets a database for them. */
export function createAdapterStorage(adapter: Storage, items?: object): Storage {
  // One of our own storages, or one as capable.
  if (adapter.transaction || adapter.claim) return adapter
  const storage = {
    ...adaptUsers(adapter),
    ...adaptAccounts(adapter),
    ...adaptSessions(adapter),
    ...adaptPasskeys(adapter),
  }
  return withStorableText(items ? withItems(storage, items) : storage)
}
