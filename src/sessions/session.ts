import type { App } from '../app.ts'
import type { Context, CurrentSession } from '../context.ts'
import type { Cookie } from '../http/cookies.ts'
import type { AuthConfig, InheritedSessions } from '../types/config.ts'
import type { Account, Awaitable, JsonValue, Profile, Session, User } from '../types/models.ts'
import type { AuditEntry, Storage, StoredSession, StoredUser } from '../types/storage.ts'

/** The contents of a new session. */
export interface NewSession {
  user: User & Pick<StoredUser, 'id' | 'sessionGeneration' | 'signInBlock'>
  account: Account
  profile?: Profile
  isNewUser: boolean
  data?: JsonValue
  /** The moment the person proved who they are, in seconds since 1970; 0 if it is not known. */
  authTime: number
  /** The methods of that proof. */
  amr: readonly string[]
}

/** A session as the browser gets it. */
export interface Issued {
  cookies: Cookie[]
  /** The id of its user: the `jwt` callback may name another. Undefined if the callback wanted no session. */
  userId?: string
}

/** Asks the `jwt` callback and writes the cookies, once the transaction has succeeded: the application's code holds nobody's lock. */
export type Write = () => Promise<Issued>

/** A session that begins as soon as it is known whose it is. */
export interface PreparedSession extends Pick<Issued, 'cookies'> {
  session: Omit<StoredSession, 'userId'>
  /** The session of this browser, which then ends. */
  replaces?: string
}

/** Knows who a request's visitor is. Two answers to one question: a sealed cookie, or a row in the storage. */
export interface Sessions {
  /** The session in the Cookie header, before the application's `session` callback; for people who come by https or not. */
  read(cookie: string, secure: boolean): Awaitable<CurrentSession | null>
  /**
   * Starts a new session. `storage` is the transaction in which the person was found or created: there is never a user without the session
   * or a session without the user.
   */
  issue(context: Context, newSession: NewSession, storage: Storage | undefined): Promise<Write>
  /**
   * Makes a session before it is known whose it is, for storages that find the user and write the session in one step. Only where nothing
   * about it depends on the user: whoever wraps `issue` leaves this out.
   */
  prepare?(context: Context, proof: Pick<NewSession, 'authTime' | 'amr'>): Promise<PreparedSession>
  /** Renews a session, or changes what it says as the application asks. Null when it has ended meanwhile. */
  renew(
    context: Context,
    current: CurrentSession,
    change?: { session: unknown },
  ): Promise<Session | null>
  /**
   * True if a user's session still exists, for requests that come without its cookie. One that lives in a cookie alone exists until it
   * expires, or until all sessions of its user are ended because the user turned out to be somebody else.
   */
  exists(
    session: { userId: string; sessionId: string },
    storage: Storage | undefined,
  ): Promise<boolean>
  /** Ends the session of this browser. */
  end(context: Context): Promise<void>
  /** The same, with a line of the audit log and without asking whose it is; false, and nothing done, where that is no faster. */
  endAtOnce?(context: Context, line: AuditEntry): Promise<boolean>
}

/** Lets sessions of another library go on here. It comes with the configuration: nobody else ships it. */
export interface Inheritance extends InheritedSessions {
  extend(own: Sessions, app: App, written: AuthConfig): Sessions
}
