import type { ProviderType } from './provider-type.ts'

/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>

/** A value that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue | undefined }

/** The tokens of one sign-in, as the platform's token endpoint returned them, plus their expiry. */
export interface TokenSet {
  access_token?: string
  id_token?: string
  refresh_token?: string
  token_type?: string
  /** The granted scopes, separated by spaces whatever the platform sent. */
  scope?: string
  expires_in?: number
  /** Expiry of the access token, in seconds since 1970. */
  expires_at?: number
  /** Expiry of the refresh token, in seconds since 1970, if the platform states it. */
  refresh_expires_at?: number
  session_state?: string
  [parameter: string]: JsonValue | undefined
}

/** A platform's own description of a person. */
// biome-ignore lint/suspicious/noExplicitAny: the specification types profiles as Record<string, any>
export type Profile = Record<string, any>

/** A person as the application knows them. Applications may add fields to this interface, and narrow those that it has. */
export interface User extends DefaultUser {}

/** A user without what an application adds. Only the id is certain: a platform may give no e-mail and no name. */
export interface DefaultUser {
  id?: string
  name?: string | null
  email?: string | null
  image?: string | null
}

/** The link between a user and one platform's account, with the tokens that the provider chose to keep. */
export interface Account extends TokenSet {
  provider: string
  providerAccountId: string
  /** The method that it belongs to: `oauth`, `oidc`, `email`, `credentials`, `webauthn`, or the name of another one. */
  type: ProviderType
  userId?: string
}

/** The session of a request's visitor. Applications may add fields to this interface, and narrow those that it has. */
export interface Session extends DefaultSession {}

/** A session without what an application adds. */
export interface DefaultSession {
  user: User & {
    id: string
    /** True for a guest, who has no way in yet (`Guest`); absent otherwise. */
    guest?: true
  }
  /** The end of the session unless it is renewed, in ISO 8601. */
  expires: string
  /** The time the person proved who they are, in seconds since 1970. A renewal does not change it. 0 if it is not known. */
  authTime: number
  /** The methods of that proof, in the words of RFC 8176, such as `['pwd']` or `['hwk', 'mfa']`. Empty if they are not known. */
  amr: string[]
  /** The operator who acts as this user; absent if it is the person themselves. */
  actor?: Actor
  /** The scopes of the token that was sent. Absent if nothing limits the session, such as the person's own. */
  scopes?: string[]
}

/** An operator who acts as a user. */
export interface Actor {
  id: string
  name: string | null
  email: string | null
}

/**
 * The strength of a session's proof. 1: one step. 2: two different ones, or a passkey with user verification; then `mfa` is in `amr`. Only
 * steps that were taken here count, never the word of a platform.
 */
export type Level = 1 | 2

/** The content of a sealed session cookie. Applications may add fields to this interface, and narrow those that it has. */
export interface JWT extends DefaultJWT {}

/** The content of a session cookie without what an application adds. */
export interface DefaultJWT {
  sub?: string
  name?: string | null
  email?: string | null
  picture?: string | null
  iat?: number
  exp?: number
  jti?: string
  /** The time the person proved who they are, in seconds since 1970, and the methods. No callback can change them. */
  auth_time?: number
  amr?: string[]
  /** The generation of the user's sessions that it belongs to. No callback can change it. */
  session_generation?: string
  /** The beginning of the session, in seconds since 1970. No callback can change it. */
  session_start?: number
  /** The operator who acts as the user (RFC 8693); the cookie itself never has it. */
  act?: { sub: string }
  /** True if the session ends with the browser. No callback can change it. */
  brief?: true
  /** False if the user is not in the storage, because only `authorize` knows them. */
  stored?: false
  [claim: string]: unknown
}
