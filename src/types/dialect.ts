import type { Awaitable, JsonValue, TokenSet } from './models.ts'
import type { AnyPart } from './part.ts'

/**
 * The ways in which a platform deviates from the standards, in words that the engine understands. A platform without a dialect is held to
 * the letter of RFC 6749 and its companions.
 *
 * Paths such as `data.user.open_id` lead into JSON; `?primary` in one picks the entry of a list whose `primary` is true. `{name}` in a
 * string is replaced by the provider's variable of that name, `{clientId}`, or `{tokens.name}`.
 */
export interface Dialect {
  /** The parameter that carries the client id, everywhere. Standard: `client_id`. */
  clientId?: string
  /** The parameter that carries the client secret. Standard: `client_secret`. */
  clientSecret?: string
  /** The form of the granted scopes in answers. Standard: `space`. `list` is a JSON array. */
  scopes?: 'space' | 'comma' | 'list'
  /** The separator of scopes in an authorization request. Default: a comma if `scopes` is `comma`, else a space (the standard). */
  scopeSeparator?: ' ' | ','
  /** The callback's parameter with the code. Standard: `code`. */
  code?: string
  /** The encoding of the S256 challenge. Standard: `base64url`. */
  challenge?: 'base64url' | 'hex'
  token?: {
    /** The place of the parameters in the token request. Standard: `form`. `query` is a GET. */
    body?: 'form' | 'json' | 'query'
    headers?: Record<string, string>
    /** The platform's words for the standard's parameters, in its requests and in its answers. */
    names?: Readonly<Record<string, string>>
    /** The path to the tokens in the JSON answer. Standard: at the top. */
    at?: string
    /** Members of the answer that are meaningless on this platform, and ignored. */
    without?: readonly string[]
    /** The token type of a platform that does not name it. */
    type?: 'bearer'
    /** Parameters of the callback that the token request must repeat. */
    callback?: readonly string[]
    /** The field with the refresh token's lifetime in seconds. */
    refreshExpiresIn?: string
  }
  userinfo?: {
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    /** Sent as JSON. */
    body?: JsonValue
    /** The place of the access token. Standard: `Authorization: Bearer …`. */
    bearer?: { scheme: string } | { header: string } | { query: string }
    /**
     * The parameter that lists the requested fields, and the scope that each needs. The address names the fields, else `wanted`; without
     * both, all are requested. Fields whose scope was not granted are left out; their names are `missing` in the profile.
     */
    fields?: {
      parameter: string
      scopes: Readonly<Record<string, string>>
      wanted?: readonly string[]
    }
    /**
     * A second endpoint, which lists the person's email addresses, and the paths to the main one and to whether it is verified. They become
     * `email` and `email_verified` of the profile. If the list is refused, because its scope was declined, the profile stays as it is.
     */
    emails?: { url: string; email: string; verified: string }
  }
  /** The source of the profile if there is no user-info endpoint. */
  profile?: 'tokens' | 'id_token'
  /**
   * An endpoint that returns the person's picture itself, if its scope was granted. The picture becomes `picture` of the profile, as a
   * `data:` URL.
   */
  photo?: Photo
  /** The form of an error inside an answer of any status. Standard: a top-level `error`. */
  failure?: {
    /** The path to the platform's code. */
    code: string
    message?: string
    /** The platform's own reference number for its support. */
    reference?: string
    /** Values of the code that mean success. */
    ok?: readonly (string | number | boolean)[]
    /** The endpoint whose successful answers have such a code, too: an answer without one is an error there. */
    always?: 'userinfo'
  }
  /** Paths to the person's id: it must be the same in the tokens, refreshed ones too, and in the profile. */
  subject?: { tokens: string; profile: string }
  /**
   * The id token's claim that names the tenant, on platforms with one issuer per tenant behind shared endpoints: it replaces `{tenantid}`,
   * `common`, `organizations` or `consumers` in the issuer.
   */
  tenant?: string
  /**
   * Authorization parameters that restrict who may sign in, and paths into the profile, one of which must repeat the value (`*`: must have
   * any). The visitor can change the parameters in the address, so the platform's answer is checked.
   */
  repeated?: Readonly<Record<string, readonly string[]>>
  /** The callback parameter with a JSON object that becomes `user` in the profile; sent at the first sign-in only. */
  callbackProfile?: string
  /** The callback parameter with the granted scopes, for token answers that name none. */
  callbackScopes?: string
  /** Parameters of a failed callback, beyond `error` and `error_description`, that refine the code. */
  callbackError?: readonly string[]
  /** Errors of a callback that mean that the person declined, besides the standard's `access_denied`. */
  declined?: readonly string[]
  refresh?: {
    url?: string
    /** Additional parameters. */
    params?: Record<string, string>
    /** Errors that mean that the refresh token is dead, besides the standard's `invalid_grant`. */
    dead?: readonly string[]
  }
}

/** A part of an address that differs from customer to customer, such as a tenant or a shop's domain. */
export interface Variable {
  /** A value in the platform's form, for the error that asks for one. */
  example: string
  /** The value if the application passes none. */
  default?: string
  /** The value may be missing: a parameter that is only `{name}` is not sent then. */
  optional?: true
  /**
   * The form that a pasted value is reduced to: `origin` is `https://host/path` without a final slash, `host` only the host name, `word` a
   * single label or name.
   */
  kind: 'origin' | 'host' | 'word'
  value?: string
}

/** The callback addresses that a platform accepts. */
export interface CallbackRules {
  /** The http addresses that it accepts: none, or loopback ones. Default: its documentation does not say. */
  http?: 'never' | 'loopback'
  /** Hosts that it refuses: the name `localhost`, or all hosts without a domain name (IP addresses and this machine). */
  refuses?: 'localhost' | 'nameless'
}

/** The request that revokes tokens. */
export interface Revocation {
  url: string
  /** The token that the platform accepts. Default: the refresh token if there is one. */
  token?: 'access_token' | 'refresh_token'
  method?: 'POST' | 'DELETE' | 'GET'
  /** The place of the token. Default: the form field `token` (RFC 7009). */
  in?: { form: string } | { json: string } | { query: string } | 'bearer'
  /** The token is also sent as `Authorization: Bearer …`. */
  bearer?: true
  headers?: Record<string, string>
  /** The client's way to authenticate. Default: as at the token endpoint; `false`: not at all. */
  client?: false | 'client_secret_basic' | 'client_secret_post'
  /** Errors, or the statuses of answers without one, that mean that the token is dead already. Standard: success. */
  gone?: readonly (string | number)[]
}

/** The address that ends a person's session at the platform (OpenID Connect RP-Initiated Logout). */
export interface EndSession {
  /** Default: the one from discovery. */
  url?: string
  /** The parameter with the address to return to. Standard: `post_logout_redirect_uri`. */
  returnTo?: string
}

/** The data that a platform provides besides a name. */
export interface Provides {
  /** `verified`: every address is verified; `claimed`: the profile says whether; `unverified`: unknown; `false`: there is none. */
  email: 'verified' | 'claimed' | 'unverified' | false
  /** True if the platform issues refresh tokens, or the authorization parameters that request them. */
  refreshToken: boolean | Record<string, string>
}

/** The domains whose email addresses a platform hosts. */
export interface EmailAuthority {
  domains?: readonly string[]
  /** The claim of the profile that names another domain which the platform hosts, such as a company's. */
  claim?: string
}

/** An event that a platform posted, after its signature was checked. */
export interface WebhookEvent {
  /** The platform's name of the event. */
  event: string
  /** The event's id, equal in repeated deliveries. */
  id: string
  /** The time it happened, in seconds since 1970. A delivery can come days later. */
  at?: number
  /** The id of the person's account there. */
  providerAccountId?: string
  /** The person withdrew the application's access: its tokens are dead. */
  removed?: boolean
  /** The reason, in words. */
  reason?: string
  content?: JsonValue
}

/** A picture of the person, which the platform returns for an access token. */
export interface Photo {
  url: string
  /** Only a token with this scope is sent there. */
  scope: string
  /** The picture as a `data:` URL; undefined if there is none. `asked` are the scopes that the application asked for. */
  fetch(
    send: typeof fetch,
    tokens: TokenSet,
    asked: string | undefined,
  ): Promise<string | undefined>
}

/** A delivery of a webhook, with the functions that verify it. */
export interface WebhookDelivery {
  headers: Headers
  /** Exactly as received. */
  body: string
  clientId: string
  clientSecret: string
  /** Seconds since 1970. */
  now: number
  /** HMAC-SHA256, lower-case hex. */
  hmac(key: string, text: string): Awaitable<string>
  /** Compares in constant time. */
  equal(a: string, b: string): boolean
}

/** The facts about a platform's button besides its look. */
export interface ButtonFacts {
  /** The button's text. Default: "Sign in with …", in the visitor's language. */
  label?: string
  /** The name that people know the platform by, if another. */
  name?: string
  /** Its rank among common platforms, from 1; if there are many buttons, these come first. */
  popular?: number
  /** The platform signs nobody in inside the browsers of other applications, such as Instagram's. */
  refusesInApp?: boolean
}

/** The facts about a platform beyond the specification's configuration. All optional, all data where possible. */
export interface PlatformFacts {
  /** The method that serves it, if it does more than that of its `type`. */
  method?: AnyPart
  dialect?: Dialect
  variables?: Record<string, Variable>
  revocation?: string | Revocation
  /** The end of the person's session at the platform, unless discovery has it. */
  endSession?: string | EndSession
  provides?: Provides
  /** Addresses that the platform hosts: its word about them is proof. */
  emailAuthority?: EmailAuthority
  button?: ButtonFacts
  /** The platform's documentation that this file was written from. */
  docs?: string
  /**
   * Advice for the developer, by the platform's error code, or by endpoint and code (`token invalid_request`) if it differs.
   * `{callbackUrl}` is filled in.
   */
  hints?: Record<string, string>
  /** Creates the client secret, for platforms that require a short-lived signed one. `now` is in seconds. */
  signClientSecret?: (client: { clientId: string; now: number }) => Awaitable<string>
  /** The mistake in the provider's options; the configuration is refused with it. */
  problem?: { field: string; found: string; hint: string }
  /** The callback addresses that the platform accepts; the log names the others before the platform refuses them. */
  callback?: CallbackRules
  /** Returns what is wrong with a callback address, for rules that `callback` cannot express. */
  checkCallback?: (callback: URL) => string | undefined
  /**
   * Authorization parameters that a form may set if the application did not. Visitors can change a form: parameters that a sign-in is
   * trusted for (`prompt`, `max_age`, `acr_values`, `hd`) come from server code only, unless they are listed here. Default: `login_hint`,
   * `ui_locales`, `display`, `screen_hint`.
   */
  formParams?: readonly string[]
  /**
   * Authorization parameters that make the platform ask which account to use, instead of signing people in silently. Sent, in place of
   * configured ones, when people connect an account or ask for another one. Only what the platform documents.
   */
  accountChoice?: Readonly<Record<string, string>>
}
