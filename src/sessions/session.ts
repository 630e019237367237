import type { Context } from '../context.ts'
import type { Account, Awaitable, JsonValue, JWT, Profile, Session, User } from '../types/models.ts'
import type { Storage, StoredUser } from '../types/storage.ts'

/** What a new session is made of. */
export interface NewSession {
  user: User & { id: string }
  account: Account
  profile?: Profile
  isNewUser: boolean
  data?: JsonValue
}

/** A session as it was read, with what it was read from. */
export interface CurrentSession {
  /** Who it is, whatever the application's `session` callback makes of the session. */
  userId: string
  /** Tells this session from every other one, as long as it lives: its key in the storage, or the cookie's own id. */
  sessionId: string
  session: Session
  token?: JWT
  user?: StoredUser
  /** Whether it is time to prolong it. */
  needsRenewal: boolean
}

/** Knows who a request's visitor is. Two answers to one question: a sealed cookie, or a row in the storage. */
export interface Sessions {
  /**
   * Starts a new session and returns its Set-Cookie lines. `storage` is the transaction in which the person was found or
   * created, so that there is never a user without the session or a session without the user.
   */
  issue(context: Context, newSession: NewSession, storage: Storage | undefined): Promise<string[]>
  /** What the Cookie header alone says, before the application's `session` callback; for people who come by https or not. */
  peek(cookie: string, secure: boolean): Awaitable<CurrentSession | null>
  /** Who is this? Reads and changes nothing. */
  read(request: Request, cookie: string): Promise<CurrentSession | null>
  /** Prolongs a session that is due, or changes it at the application's wish. */
  renew(
    context: Context,
    current: CurrentSession,
    change?: { session: unknown },
  ): Promise<Session | null>
  /** What the storage knows this request's session by; undefined where sessions are not stored. */
  token?(request: Request, cookie: string): Promise<string | undefined>
  /**
   * Whether a user's session still exists, for requests that come without its cookie. One that lives in a cookie alone exists until
   * it expires; nobody can end it from elsewhere.
   */
  exists(
    session: { userId: string; sessionId: string },
    storage: Storage | undefined,
  ): Promise<boolean>
  /** Ends the session of this browser. */
  end(context: Context): Promise<void>
}
