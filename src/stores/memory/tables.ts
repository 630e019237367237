import type { StoredItem } from '../../types/item.ts'
import type {
  AuditEntry,
  Authenticator,
  StoredAccount,
  StoredSession,
  StoredUser,
  VerificationToken,
} from '../../types/storage.ts'
import { createCondensed } from './bloom-filter.ts'
import { type BoundedMap, createBoundedMap, draft } from './bounded-map.ts'

/** A use count that starts again when it has expired. */
export interface Window {
  count: number
  expires: Date
}

/** A key that an owner holds for a while. */
export interface Lease {
  owner: string
  expires: Date
}

/** Everything memory() keeps. */
export interface Tables {
  users: BoundedMap<StoredUser>
  /** User ids by e-mail address. */
  emails: BoundedMap<string>
  accounts: BoundedMap<StoredAccount>
  sessions: BoundedMap<StoredSession>
  tokens: BoundedMap<VerificationToken>
  authenticators: BoundedMap<Authenticator>
  items: BoundedMap<StoredItem>
  claims: BoundedMap<Date>
  leases: BoundedMap<Lease>
  windows: BoundedMap<Window>
  audit: BoundedMap<AuditEntry>
}

/**
 * Empty tables. A forgotten link or session fails closed, and after a forgotten lease `replaceTokens` does. A forgotten claim would let a
 * code be used twice, and a refused one would let attackers lock everybody out, so claims are condensed.
 */
export function createTables(limit: number, now: () => number): Tables {
  const past = (date: Date) => date.getTime() <= now()
  const expired = (value: { expires: Date }) => past(value.expires)
  const refuse = { limit, full: 'refuse' } as const
  const forget = { limit, full: 'forget oldest' } as const
  return {
    users: createBoundedMap({ ...refuse, name: 'users' }),
    emails: createBoundedMap({ ...refuse, name: 'e-mail addresses' }),
    accounts: createBoundedMap({ ...refuse, name: 'accounts' }),
    authenticators: createBoundedMap({ ...refuse, name: 'passkeys' }),
    items: createBoundedMap<StoredItem>({
      ...refuse,
      name: 'items',
      expired: ({ expires }) => expires !== null && past(expires),
    }),
    claims: createBoundedMap({
      ...forget,
      name: 'claims',
      expired: past,
      overflow: createCondensed(now),
    }),
    sessions: createBoundedMap<StoredSession>({ ...forget, name: 'sessions', expired }),
    tokens: createBoundedMap<VerificationToken>({ ...forget, name: 'one-time tokens', expired }),
    leases: createBoundedMap<Lease>({ ...forget, name: 'leases', expired }),
    windows: createBoundedMap<Window>({ ...forget, name: 'rate limits', expired }),
    audit: createBoundedMap({ ...forget, name: 'lines of the audit log' }),
  }
}

/** Drafts of the tables, with a function that commits them. */
export function draftTables(base: Tables): { tables: Tables; commit(): void } {
  const tables = {
    users: draft(base.users),
    emails: draft(base.emails),
    accounts: draft(base.accounts),
    sessions: draft(base.sessions),
    tokens: draft(base.tokens),
    authenticators: draft(base.authenticators),
    items: draft(base.items),
    claims: draft(base.claims),
    leases: draft(base.leases),
    windows: draft(base.windows),
    audit: draft(base.audit),
  }
  return {
    tables,
    commit() {
      for (const map of Object.values(tables)) map.commit()
    },
  }
}
