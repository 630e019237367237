import type { Storage } from '../types/storage.ts'
import { adaptAccounts } from './adapter/accounts.ts'
import { adaptPasskeys } from './adapter/passkeys.ts'
import { adaptSessions } from './adapter/sessions.ts'
import { adaptUsers } from './adapter/users.ts'
import { engine } from './engine-part.ts'
import { withStorableText } from './storable-text.ts'

/**
 * Any Auth.js adapter, unmodified, as a storage. Arguments have exactly the keys that adapters are made for, and what comes
 * back has the types that they promise. A method that the adapter lacks is absent here too; `requireOperation` says so when it is
 * needed. When a write fails and the row is there afterwards, somebody else was faster: that is a `StorageConflict`.
 */
export function fromAdapter(adapter: Storage): Storage {
  // One of our own storages, or one as capable.
  if (adapter.transaction || adapter.claim) return adapter.engine ? adapter : { ...adapter, engine }
  return withStorableText({
    engine,
    ...adaptUsers(adapter),
    ...adaptAccounts(adapter),
    ...adaptSessions(adapter),
    ...adaptPasskeys(adapter),
  })
}
