import type { Who } from './who.ts'

/** The options of `AccessTokens()`. */
export interface AccessTokenOptions<Scope extends string = string> {
  /** Everything that a token may be allowed to do, in your own words. */
  scopes: readonly Scope[]
  /**
   * The scopes that a token needs where the code asks for none, as `auth.session(request)` and guards without options do. Default: there
   * only people are let in.
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
  /** The moment from which on it no longer works. Default: never. */
  expires?: Date | null
}

/** An access token of a user. The token itself is stored nowhere. */
export interface OwnAccessToken<Scope extends string = string> {
  /** Names the token to `auth.tokens.revoke()`; nobody can sign in with it. */
  id: string
  name: string
  scopes: Scope[]
  createdAt: Date
  /** The last use, to the minute; null if there was none. */
  lastUsedAt: Date | null
  /** The moment from which on it no longer works; null if it works until it is revoked. */
  expires: Date | null
}

/** A token that was just made. */
export interface CreatedAccessToken<Scope extends string = string> extends OwnAccessToken<Scope> {
  /** The token. Show it once: nobody can read it again. */
  token: string
}

/** One page of a user's access tokens. */
export interface AccessTokenPage<Scope extends string = string> {
  tokens: OwnAccessToken<Scope>[]
  /** Leads to the next page; null on the last one. */
  next: string | null
}

/** The page to read. */
export interface AccessTokenPaging {
  /** `next` of the page before. */
  after?: string | null
  /** The most tokens on the page; 100 by default, at most 1,000. */
  limit?: number
}

/** The access tokens of users. */
export interface AccessTokenNamespace<Scope extends string = string> {
  /**
   * Makes a token. A request must be of a person who signed in within the last hour, and their own: a token makes no tokens.
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
  /** Above the day on which a new token ends. */
  readonly until: string
  /** Before the day on which a token ends. */
  readonly ends: string
  readonly endless: string
  readonly neverUsed: string
  readonly create: string
  readonly revoke: string
  readonly more: string
  /** The title of the page that shows a new token. */
  readonly created: string
  readonly createdText: string
  /** Above the token. */
  readonly token: string
  readonly copy: string
  /** The button's text once it has copied. */
  readonly copied: string
  readonly back: string
}
