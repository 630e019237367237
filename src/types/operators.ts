import type { AuditFilter, Paging, UserFilter } from './find.ts'
import type { Awaitable, JsonValue } from './models.ts'
import type { AuditPage, StoredUser, UserPage } from './storage.ts'

/** The options of `Operators()`. */
export interface OperatorOptions {
  /**
   * Decides whether an operator may act as a user. Only `true` allows it; without this function nobody may. `actor` is the operator as
   * stored, `user` the person whom they want to help.
   */
  mayImpersonate?(actor: StoredUser, user: StoredUser): Awaitable<boolean>
}

/** The reason for which an operator acts as a user. */
export interface ImpersonateOptions {
  /** The reason, which the audit log keeps: 1 to 500 characters. */
  reason: string
}

/** The reason and the end of a block. */
export interface BlockOptions {
  /** The reason, for operators and the audit log; at most 500 characters. The person does not see it. */
  reason?: string
  /** The time at which the block ends by itself. Default: it stays until `unblock()`. */
  until?: Date
}

/** The users to find, and the page to read. */
export interface FindUsers extends UserFilter, Paging {}

/** The lines of the audit log to find, and the page to read. */
export interface FindAudit extends AuditFilter, Paging {}

/** All that is stored about a user. */
export interface UserExport {
  user: Record<string, JsonValue>
  accounts: Record<string, JsonValue>[]
  sessions: Record<string, JsonValue>[]
  passkeys: Record<string, JsonValue>[]
  /** The items of parts, by kind, such as `access-tokens/token`. */
  items: Record<string, Record<string, JsonValue>[]>
  audit: Record<string, JsonValue>[]
  /** The secrets that were left out, and their places. */
  omitted: string[]
}

/** The calls that `Operators()` adds to `auth.users`. Pass only ids that your own code found. */
export interface OperatorUsers {
  /**
   * Finds users by the beginning of their address or name, page by page; without a query, all users.
   *
   * @example
   * const { users, next } = await auth.users.list({ query: 'ada', limit: 20 })
   */
  list(options?: FindUsers): Promise<UserPage>
  /**
   * All that is stored about a user, as JSON. Secrets are left out, and named in `omitted`.
   *
   * @example
   * const everything = await auth.users.export('the id of a user')
   */
  export(id: string): Promise<UserExport>
  /**
   * Keeps a user out: no way to sign in works, and all their sessions end, access tokens and devices too. A second block replaces the
   * first.
   *
   * @example
   * await auth.users.block('the id of a user', { reason: 'spam', until: new Date('2027-01-01') })
   */
  block(id: string, options?: BlockOptions): Promise<void>
  /**
   * Lets a user sign in again. What the block ended stays ended.
   *
   * @example
   * await auth.users.unblock('the id of a user')
   */
  unblock(id: string): Promise<void>
}

/** The audit log of all users. */
export interface OperatorAudit {
  /**
   * Finds lines, newest first, page by page. The storage's `retention` says how long lines are kept.
   *
   * @example
   * const { entries } = await auth.audit.list({ event: 'signIn', since: new Date(Date.now() - 86_400_000) })
   */
  list(options?: FindAudit): Promise<AuditPage>
}

/** Every sentence of the pages of `Operators()`. */
export interface OperatorText {
  blocked: string
  blockedText: string
  /** The bar while an operator acts as a user. */
  actingAs: (name: string) => string
  stopActing: string
}
