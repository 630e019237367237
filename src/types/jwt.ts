import type { Awaitable, JsonValue, Session, User } from './models.ts'
import type { Who } from './who.ts'

/** Claims of your own, except those that Portico writes. */
export type JwtClaims = Readonly<Record<string, JsonValue>>

/** The options of `Jwt()`. */
export interface JwtOptions {
  /** The services that tokens are for: an address or another name, or several. A token is for one of them, the first by default. */
  audience: string | readonly string[]
  /** The lifetime of a token: `'5m'`, `'60s'` or seconds, at most an hour. Nothing ends it earlier. Default `'5m'`. */
  maxAge?: string | number
  /** The issuer (`iss`), if it is not the address of the routes. */
  issuer?: string
  /** Adds claims to every token, for services that want their own: a role, `https://hasura.io/jwt/claims`. */
  claims?(about: JwtSubject): Awaitable<JwtClaims>
}

/** The subject of a token. */
export interface JwtSubject {
  readonly user: User & { id: string }
  /** The session behind the token; undefined if your code named the user by id. */
  readonly session?: Session
  readonly audience: string
}

/** The token to issue. */
export interface JwtWish {
  /** One of the configured audiences. Default: the first. */
  audience?: string
  /** Claims of your own. They override those of the option `claims`. */
  claims?: JwtClaims
}

/** A newly issued token. */
export interface IssuedJwt {
  token: string
  /** The token's expiry. */
  expires: Date
}

/** A key as `keys()` describes it. */
export interface SigningKey {
  /** Its name in the header of tokens. */
  kid: string
  /** `next`: published, not used yet. `current`: signs. `old`: published for tokens that it signed. */
  state: 'next' | 'current' | 'old'
  /** The time from which it signs. */
  from: Date
}

/** Tokens for other services. */
export interface JwtNamespace {
  /**
   * Issues a token about the sender of the request, or a user by id. A request with an access token is refused.
   *
   * @example
   * const { token } = await auth.jwt.issue(request, { audience: 'https://api.example.com' })
   */
  issue(who: Who, wish?: JwtWish): Promise<IssuedJwt>
  /** The keys, the newest first. */
  keys(): Promise<SigningKey[]>
  /**
   * Creates a new key. It is published at once and signs ten minutes later, when every service knows it; the old one stays published for
   * its last tokens. With `now`, after a leak, it signs at once and the old ones are removed: their tokens are refused within minutes.
   */
  rotate(options?: { now?: boolean }): Promise<SigningKey[]>
}

/** The calls that JWTs add to `auth`. */
export interface JwtCalls {
  readonly jwt: JwtNamespace
}
