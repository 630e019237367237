import type { WebhookEvent } from './dialect.ts'
import type { Account, Awaitable, JsonValue, JWT, Profile, Session, User } from './models.ts'
import type { StoredUser } from './storage.ts'

/** The arguments that every callback and event gets besides its own. */
export interface HookContext {
  /** The request that led here: address, user agent, cookies. */
  request: Request
  /** The data that the application passed when the sign-in started. */
  data?: JsonValue
}

/** The application's decisions, with the names and arguments of Auth.js. */
export interface Callbacks<P = Profile, S = Session> {
  /** Returns true to allow the sign-in, or an address to go to instead. Anything else refuses it. */
  signIn?: (
    params: {
      user: User
      account: Account
      profile?: P
      email?: { verificationRequest?: boolean }
      credentials?: Record<string, unknown>
    } & HookContext,
  ) => Awaitable<boolean | string>
  /** Decides where people land. The result is not checked against `trustedOrigins`: return only addresses that you trust. */
  redirect?: (params: { url: string; baseUrl: string; request: Request }) => Awaitable<string>
  /** Shapes the content of a sealed session cookie: at sign-in, at an update, and whenever the cookie is renewed. */
  jwt?: (
    params: {
      token: JWT
      user?: User
      account?: Account | null
      profile?: P
      trigger?: 'signIn' | 'signUp' | 'update'
      isNewUser?: boolean
      session?: unknown
    } & HookContext,
  ) => Awaitable<JWT | null>
  /** Shapes the session that `session()` and `GET /session` return; null means that nobody is signed in. */
  session?: (params: {
    session: Session
    token?: JWT
    user?: StoredUser
    /** Set when the application updates a database session; `newSession` is the data that it sent. */
    trigger?: 'update'
    newSession?: unknown
    request: Request
  }) => Awaitable<S | null>
}

/** A message about something that happened to a user. */
export interface UserEvent {
  userId: string
  /** The provider concerned, if there is one. */
  provider?: string
  detail?: Record<string, JsonValue>
  /** The request that led here. Absent if the application named the user by id. */
  request?: Request
}

/** A handler of an event about a user. */
type AboutUser = (message: UserEvent) => Awaitable<void>

/** Handlers of events, by the names in the audit log. An error in one is logged and changes nothing. */
export interface Events<P = Profile> {
  signIn?: (
    message: {
      user: User
      account: Account
      profile?: P
      isNewUser: boolean
    } & HookContext,
  ) => Awaitable<void>
  signOut?: (message: { session?: Session; token?: JWT } & HookContext) => Awaitable<void>
  createUser?: (message: { user: User } & HookContext) => Awaitable<void>
  updateUser?: (message: { user: User } & Partial<HookContext>) => Awaitable<void>
  /** The user was deleted, with everything that belonged to them. */
  deleteUser?: AboutUser
  /** An account, an address or a passkey became a way in. */
  linkAccount?: (
    message: { user: User; account: Account; profile?: P } & HookContext,
  ) => Awaitable<void>
  /** An account or a passkey was removed as a way in. */
  unlinkAccount?: AboutUser
  /** The tokens of an account were revoked; it is still connected. */
  revoke?: AboutUser
  /** One session was ended from elsewhere. */
  endSession?: AboutUser
  /** All sessions were ended; `detail.count` says how many. */
  endSessions?: AboutUser
  session?: (message: { session: Session; token?: JWT } & HookContext) => Awaitable<void>
  /**
   * The owner of an address proved it for the first time. Sessions, accounts and passkeys of a user who had claimed it before are deleted;
   * delete a password that the application keeps for this user.
   */
  takeover?: (message: { user: User } & HookContext) => Awaitable<void>
  /** A platform reported something, usually about a user; its signature was checked. */
  webhook?: (
    message: { provider: string; event: WebhookEvent; user?: User } & HookContext,
  ) => Awaitable<void>
}

/** The events that parts emit, as far as their types name them. */
export type EventsOf<Q> = {
  [Name in Q extends { readonly events?: readonly (infer Event extends string)[] }
    ? string extends Event
      ? never
      : Event
    : never]?: (message: UserEvent) => Awaitable<void>
}
