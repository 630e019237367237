import type { AuditFilter, Paging, UserFilter } from './find.ts'
import type {
  ItemContent,
  ItemFilter,
  ItemKey,
  ItemPage,
  ItemPaging,
  ItemVersion,
  StoredItem,
} from './item.ts'
import type { Account, Awaitable, JsonValue, User } from './models.ts'

/** A user as stored. Extra columns of the application are kept. */
export interface StoredUser extends User {
  id: string
  /** The time the address was proven: by mail, or by a platform that may link by address or hosts the address. */
  emailVerified: Date | null
  /** The id of the provider that verified the address. Without `emailVerified`, that provider may not link, and its word proves nothing. */
  emailVerifiedBy?: string | null
  /** Changes when all sessions of the user end, also those in cookies: a session of another generation is over. */
  sessionGeneration?: string
  /** Set while the user may not sign in, by `auth.users.block()` of the part `Operators`. */
  signInBlock?: SignInBlock | null
}

/** The stored reason and end of a block. */
export type SignInBlock = {
  /** The time the user was blocked, in ISO 8601. */
  at: string
  /** The end of the block, in ISO 8601; null if it does not end by itself. */
  until: string | null
  /** The operator's reason. Only operators see it. */
  reason: string | null
}

/** A session as stored. `sessionToken` is a hash, with which nobody can sign in. */
export interface StoredSession {
  sessionToken: string
  userId: string
  expires: Date
  /** The time the person proved who they are, in seconds since 1970; renewing a session does not change it. */
  authTime?: number
  /** The methods of that proof, in the words of RFC 8176, separated by spaces. */
  amr?: string
  /** For the list of a person's sessions. */
  createdAt?: Date
  lastUsedAt?: Date
  userAgent?: string
  ip?: string
}

/** A one-time secret as stored: hashed. */
export interface VerificationToken {
  identifier: string
  token: string
  expires: Date
}

/** A passkey as stored; the names and encodings are Auth.js's. */
export interface Authenticator {
  credentialID: string
  userId: string
  providerAccountId: string
  credentialPublicKey: string
  counter: number
  credentialDeviceType: string
  credentialBackedUp: boolean
  transports?: string | null
  name?: string | null
  createdAt?: Date
  lastUsedAt?: Date | null
}

/** One line of the audit log. Never holds a secret. */
export interface AuditEntry {
  at: Date
  event: string
  userId?: string
  provider?: string
  ip?: string
  userAgent?: string
  detail?: Record<string, JsonValue>
}

/** One page of users. */
export interface UserPage {
  users: StoredUser[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

/** One page of the audit log, newest first. */
export interface AuditPage {
  entries: AuditEntry[]
  /** The cursor of the next page, which is older; null on the last one. */
  next: string | null
}

/**
 * A transaction of an SQL storage, for statements of the application's own: they take effect with the rest of it, or not at all. The
 * storage has it as `connection` inside `transaction`.
 */
export interface SqlConnection {
  /**
   * Runs a statement with bound values. Placeholders are the database's: `$1` on PostgreSQL, `?` elsewhere. On D1 it runs at the end of the
   * transaction, and returns no rows.
   */
  query(
    statement: string,
    values?: readonly unknown[],
  ): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** An account with the user that it belongs to. */
export type StoredAccount = Account & {
  userId: string
  /** The address or name that the person has at the platform. */
  accountName?: string
}

/** The rows that a sign-in writes, prepared before its user is known. */
export interface SignInAtOnce<A> {
  /** The account with its new tokens. */
  account: A
  /** The session to begin, unless sessions are in cookies. */
  session?: Omit<StoredSession, 'userId'>
  /** The browser's earlier session, which ends. */
  replaces?: string
  /** The lines of the audit log. */
  lines: readonly Omit<AuditEntry, 'userId'>[]
}

/** A sign-in with an account that is known. */
export type ReturningSignIn = SignInAtOnce<
  Partial<Account> & Pick<Account, 'provider' | 'providerAccountId'>
>

/** A first sign-in, which creates the user. */
export type FirstSignIn = SignInAtOnce<Account> & { user: StoredUser }

/** A lease: its key and its owner. */
export interface OwnedLease {
  key: string
  owner: string
}

/** The settings that `Auth()` passes to its storage once. */
export interface StorageSettings {
  /** The first encrypts data at rest, all decrypt it. */
  secrets: readonly string[]
  /** The time in milliseconds since 1970; decides what has expired. */
  now: () => number
  /** Reports failures that were overcome: a retried deadlock, a lost connection. */
  warn?: (message: string) => void
  /** Reports losses although the operation succeeded: a line of the audit log. */
  lost?: (message: string) => void
}

/**
 * The place where users, accounts and sessions are kept. The first part is Auth.js's adapter contract, argument for argument, so that any
 * such adapter is a storage. The second part is optional and makes operations atomic or possible at all.
 *
 * Uniqueness is the storage's job: a second account of the same `provider` and `providerAccountId`, or a second user of the same email
 * address, must fail with `AuthError('StorageConflict')`, never be written. A write for a user who does not exist (any more) fails with the
 * same error: a retry reads again and finds out.
 *
 * A storage does not judge sessions and one-time tokens by their age; it returns them and the engine decides. Only `claim`, `hit` and
 * `sweep` look at the clock.
 */
export interface Storage {
  /** Called by the engine before anything else. The storage's own options override the settings. */
  configure?(settings: StorageSettings): void
  createUser?(user: StoredUser): Awaitable<StoredUser>
  getUser?(id: string): Awaitable<StoredUser | null>
  getUserByEmail?(email: string): Awaitable<StoredUser | null>
  getUserByAccount?(
    account: Pick<Account, 'provider' | 'providerAccountId'>,
  ): Awaitable<StoredUser | null>
  updateUser?(user: Partial<StoredUser> & Pick<StoredUser, 'id'>): Awaitable<StoredUser>
  deleteUser?(id: string): Awaitable<unknown>
  linkAccount?(account: StoredAccount): Awaitable<unknown>
  unlinkAccount?(account: Pick<Account, 'provider' | 'providerAccountId'>): Awaitable<unknown>
  createSession?(session: StoredSession): Awaitable<StoredSession>
  getSessionAndUser?(
    sessionToken: string,
  ): Awaitable<{ session: StoredSession; user: StoredUser } | null>
  updateSession?(
    session: Partial<StoredSession> & Pick<StoredSession, 'sessionToken'>,
  ): Awaitable<unknown>
  deleteSession?(sessionToken: string): Awaitable<unknown>
  createVerificationToken?(token: VerificationToken): Awaitable<unknown>
  /** Returns the token without using it: a page can tell a dead link before the person confirms. */
  getVerificationToken?(
    token: Pick<VerificationToken, 'identifier' | 'token'>,
  ): Awaitable<VerificationToken | null>
  /** Returns the token and deletes it, in one step: of two callers, one gets null. */
  useVerificationToken?(
    token: Pick<VerificationToken, 'identifier' | 'token'>,
  ): Awaitable<VerificationToken | null>
  getAccount?(providerAccountId: string, provider: string): Awaitable<StoredAccount | null>
  createAuthenticator?(authenticator: Authenticator): Awaitable<Authenticator>
  getAuthenticator?(credentialID: string): Awaitable<Authenticator | null>
  listAuthenticatorsByUserId?(userId: string): Awaitable<Authenticator[]>
  updateAuthenticatorCounter?(credentialID: string, counter: number): Awaitable<Authenticator>

  /**
   * Runs the work in one transaction: all of it happens, or nothing. The work uses the storage it is given, and may be
   * run again from the start when the database asks for it (a deadlock), so it must have no effect elsewhere.
   */
  transaction?<T>(work: (storage: Storage) => Promise<T>): Promise<T>
  /**
   * Reads a user and, until the transaction ends, locks what belongs to that user (accounts, passkeys) against other changes. Code that
   * counts the ways in and then removes one calls it first. Only has an effect inside `transaction`.
   */
  lockUser?(id: string): Awaitable<StoredUser | null>
  /**
   * Replaces the given fields of an account, in one step; returns whether the account exists. With `userId`, it must belong to that user:
   * the owner never changes.
   */
  updateAccount?(
    account: Partial<StoredAccount> & Pick<Account, 'provider' | 'providerAccountId'>,
  ): Awaitable<boolean>
  /**
   * Signs in the user whom an account belongs to, in one step: locks the user, writes the account's tokens, creates the session, and adds
   * lines to the audit log. Returns null, and writes nothing, if the account is unknown; undefined if a transaction must decide, or is as
   * fast.
   */
  signInAgain?(signIn: ReturningSignIn): Awaitable<StoredUser | null | undefined>
  /**
   * Signs in a new user as `signInAgain` does, and creates the user and the account. Returns undefined, and writes nothing, if the account
   * or the address is taken, or a transaction must decide.
   */
  signUp?(signIn: FirstSignIn): Awaitable<StoredUser | undefined>
  /**
   * Writes new tokens if the stored refresh token is still the one that was `sent` to the platform, in one step; otherwise returns false
   * and writes nothing. So a slower server never overwrites newer tokens.
   */
  replaceTokens?(
    account: Pick<Account, 'provider' | 'providerAccountId'>,
    sent: string,
    tokens: Partial<StoredAccount>,
  ): Awaitable<boolean>
  /**
   * Finds users page by page: all by id, or those whose address or name begins with the query. Letters are compared without regard to case
   * as far as the database can.
   */
  listUsers?(filter: UserFilter, paging?: Paging): Awaitable<UserPage>
  listAccounts?(userId: string): Awaitable<StoredAccount[]>
  listSessions?(userId: string): Awaitable<StoredSession[]>
  /**
   * Ends a session, and writes a line about its user into the audit log if it had not expired, in one step. Returns undefined, and does
   * nothing, if `deleteSession` and `audit` are as fast.
   */
  endSession?(sessionToken: string, line: Omit<AuditEntry, 'userId'>): Awaitable<true | undefined>
  /** Ends all sessions of a user, except one if given; returns their number. */
  deleteSessions?(userId: string, except?: string): Awaitable<number>
  updateAuthenticator?(
    authenticator: Partial<Authenticator> & Pick<Authenticator, 'credentialID'>,
  ): Awaitable<unknown>
  deleteAuthenticator?(credentialID: string): Awaitable<unknown>
  /**
   * Stores a new item. A second one of the same kind and lookup is refused with `AuthError('StorageConflict')` whose `field` is `lookup`;
   * one for a user who does not exist (any more), with the same code and no `field`.
   */
  putItem?(item: StoredItem): Awaitable<unknown>
  getItem?(key: ItemKey): Awaitable<StoredItem | null>
  /** The item and its user, in one round trip; the user is null if the item has none. */
  getItemAndUser?(key: ItemKey): Awaitable<{ item: StoredItem; user: StoredUser | null } | null>
  listItems?(filter: ItemFilter, paging?: ItemPaging): Awaitable<ItemPage>
  /** Replaces the content if the item is still the version that was read, in one step; returns whether it was. */
  replaceItem?(read: ItemVersion, content: ItemContent): Awaitable<boolean>
  /** Writes `lastUsedAt`, and leaves the version as it is. */
  touchItem?(key: ItemKey, at: Date): Awaitable<unknown>
  /** Returns the item and deletes it, in one step: of two callers, one gets null. */
  takeItem?(key: ItemKey): Awaitable<StoredItem | null>
  deleteItem?(key: ItemKey): Awaitable<unknown>
  /** Deletes all items of a user, or those of one kind; returns their number. */
  deleteItems?(userId: string, kind?: string): Awaitable<number>
  /**
   * True for the first caller with this key until it expires, false for all others; one atomic statement. `isFollowed`: another write
   * follows the claim at once, so a storage that writes in order need not wait for the disk twice.
   */
  claim?(key: string, expires: Date, isFollowed?: boolean): Awaitable<boolean>
  /** Gives a claimed key back before it expires. */
  release?(key: string): Awaitable<unknown>
  /**
   * Takes a key for some seconds, as its owner; true if it was free, had expired, or was this owner's already (which renews it). The
   * database's own clock decides, so servers whose clocks differ agree. Call it outside transactions.
   */
  lease?(key: string, seconds: number, owner: string): Awaitable<boolean>
  /** Gives a lease back, if it is still this owner's. */
  releaseLease?(key: string, owner: string): Awaitable<unknown>
  /**
   * Takes a lease as `lease` does, then reads an account, in one step; null if the lease is taken or the user has no such account. Returns
   * undefined, and does nothing, if `lease` and `listAccounts` are as fast.
   */
  leaseAccount?(
    account: Pick<StoredAccount, 'userId' | 'provider' | 'providerAccountId'>,
    lease: OwnedLease & { seconds: number },
  ): Awaitable<StoredAccount | null | undefined>
  /**
   * Writes new tokens as `replaceTokens` does and, if they were written, gives the lease back, in one step. Returns undefined, and does
   * nothing, if `replaceTokens` and `releaseLease` are as fast.
   */
  endRefresh?(
    account: Pick<Account, 'provider' | 'providerAccountId'>,
    sent: string,
    tokens: Partial<StoredAccount>,
    lease: OwnedLease,
  ): Awaitable<boolean | undefined>
  /** Counts one more use of the key in the current window and returns the count; the window starts at the first use. */
  hit?(key: string, windowSeconds: number): Awaitable<number>
  audit?(entry: AuditEntry): Awaitable<unknown>
  /** The newest lines about a user, newest first. */
  listAudit?(userId: string, limit?: number): Awaitable<AuditEntry[]>
  /** The lines about all users that match the filter, newest first, page by page. */
  findAudit?(filter: AuditFilter, paging?: Paging): Awaitable<AuditPage>
  /**
   * Removes what has expired, in small batches, until nothing is left or a bound is reached (`sql()`: 100,000 rows or ten seconds); returns
   * the number of rows.
   */
  sweep?(): Awaitable<number>
  /** Closes connections and files. */
  close?(): Awaitable<void>
}
