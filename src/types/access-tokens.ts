import type { Who } from './who.ts'

/** The options of `AccessTokens()`. */
export interface AccessTokenOptions<Scope extends string = string> {
  /** Everything that a token may be allowed to do, in your own words. */
  scopes: readonly Scope[]
  /**
   * The scopes that a token needs if your code names none, as in `auth.session(request)` and guards without options. Default: such code
   * accepts no token.
   */
  defaultScopes?: readonly NoInfer<Scope>[]
  /** The beginning of every token, by which secret scanners know it: letters, digits and `_`, with a `_` at the end. Default `portico_pat_`. */
  prefix?: string
}

/** A new access token. */
export interface NewAccessToken<Scope extends string = string> {
  /** The name by which its owner knows it; at most 100 characters. */
  name: string
  /** The scopes of the token: one at least. */
  scopes: readonly Scope[]
  /** The token's expiry. Default: never. */
  expires?: Date | null
}

/** An access token of a user. The token itself is stored nowhere. */
export interface OwnAccessToken<Scope extends string = string> {
  /** The id that `auth.tokens.revoke()` takes. It is no credential. */
  id: string
  name: string
  scopes: Scope[]
  createdAt: Date
  /** The last use, to the minute; null if there was none. */
  lastUsedAt: Date | null
  /** The token's expiry; null if it works until it is revoked. */
  expires: Date | null
}

/** A new token, with its text. */
export interface CreatedAccessToken<Scope extends string = string> extends OwnAccessToken<Scope> {
  /** The token's text. Show it now: it cannot be read again. */
  token: string
}

/** One page of a user's access tokens. */
export interface AccessTokenPage<Scope extends string = string> {
  tokens: OwnAccessToken<Scope>[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

/** The page to read. */
export interface AccessTokenPaging {
  /** `next` of the previous page. */
  after?: string | null
  /** The most tokens on the page; 100 by default, at most 1,000. */
  limit?: number
}

/** The access tokens of users. */
export interface AccessTokenNamespace<Scope extends string = string> {
  /**
   * Creates a token. A request must carry the person's own session, from a sign-in within the last hour: a token cannot create tokens.
   *
   * @example
   * const { token } = await auth.tokens.create(request, { name: 'CI', scopes: ['read'] })
   */
  create(who: Who, token: NewAccessToken<Scope>): Promise<CreatedAccessToken<Scope>>
  /** The tokens of a person, page by page, in no particular order. */
  list(who: Who, paging?: AccessTokenPaging): Promise<AccessTokenPage<Scope>>
  /** Ends a token at once, by its `id` in `list()`. */
  revoke(who: Who, id: string): Promise<void>
}

/** The calls that access tokens add to `auth`. */
export interface AccessTokenCalls<Scope extends string = string> {
  readonly tokens: AccessTokenNamespace<Scope>
}

/** Every sentence of the pages about access tokens. */
export interface AccessTokenText {
  /** The title of the section. */
  readonly title: string
  readonly none: string
  readonly name: string
  /** The label of a new token's expiry date. */
  readonly until: string
  /** Stands before a token's expiry date. */
  readonly ends: string
  readonly endless: string
  readonly neverUsed: string
  readonly create: string
  readonly revoke: string
  readonly more: string
  /** The title of the page that shows a new token. */
  readonly created: string
  readonly createdText: string
  /** The label of the new token. */
  readonly token: string
  readonly copy: string
  /** The button's text after copying. */
  readonly copied: string
  readonly back: string
}
