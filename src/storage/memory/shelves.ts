import type {
  AuditEntry,
  Authenticator,
  StoredAccount,
  StoredSession,
  StoredUser,
  VerificationToken,
} from '../../types/storage.ts'
import { createShelf, draft, type Shelf } from './shelf.ts'

/** A use count that starts again when it has expired. */
export interface Window {
  count: number
  expires: Date
}

/** Everything memory() keeps. */
export interface Shelves {
  users: Shelf<StoredUser>
  /** The id of the user with an e-mail address. */
  emails: Shelf<string>
  accounts: Shelf<StoredAccount>
  sessions: Shelf<StoredSession>
  tokens: Shelf<VerificationToken>
  authenticators: Shelf<Authenticator>
  claims: Shelf<Date>
  windows: Shelf<Window>
  audit: Shelf<AuditEntry>
}

/** Empty shelves. A forgotten link or session fails closed; a forgotten claim would let a code be used twice. */
export function createShelves(limit: number, now: () => number): Shelves {
  const past = (date: Date) => date.getTime() <= now()
  const expired = (value: { expires: Date }) => past(value.expires)
  const refuse = { limit, full: 'refuse' } as const
  const forget = { limit, full: 'forget oldest' } as const
  return {
    users: createShelf({ ...refuse, name: 'users' }),
    emails: createShelf({ ...refuse, name: 'e-mail addresses' }),
    accounts: createShelf({ ...refuse, name: 'accounts' }),
    authenticators: createShelf({ ...refuse, name: 'passkeys' }),
    claims: createShelf({ ...refuse, name: 'claims', expired: past }),
    sessions: createShelf<StoredSession>({ ...forget, name: 'sessions', expired }),
    tokens: createShelf<VerificationToken>({ ...forget, name: 'one-time tokens', expired }),
    windows: createShelf<Window>({ ...forget, name: 'rate limits', expired }),
    audit: createShelf({ ...forget, name: 'lines of the audit log' }),
  }
}

/** A copy of the shelves to change, with a function that makes the changes real. */
export function draftShelves(base: Shelves): { shelves: Shelves; commit(): void } {
  const shelves = {
    users: draft(base.users),
    emails: draft(base.emails),
    accounts: draft(base.accounts),
    sessions: draft(base.sessions),
    tokens: draft(base.tokens),
    authenticators: draft(base.authenticators),
    claims: draft(base.claims),
    windows: draft(base.windows),
    audit: draft(base.audit),
  }
  return {
    shelves,
    commit() {
      for (const shelf of Object.values(shelves)) shelf.commit()
    },
  }
}
