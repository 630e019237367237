import type { Awaitable, JsonValue, TokenSet } from './models.ts'
import type { AnyPart } from './part.ts'

/**
 * The ways in which a platform deviates from the standards, in words that the engine understands. A platform without a
 * dialect is held to the letter of RFC 6749 and its companions.
 *
 * Paths such as `data.user.open_id` walk into JSON; `?primary` in one chooses the entry of a list that says so of
 * itself. `{name}` in a string is replaced by the provider's variable of that name, `{clientId}`, or `{tokens.name}`.
 */
export interface Dialect {
  /** The parameter that carries the client id, everywhere. Standard: `client_id`. */
  clientId?: string
  /** The parameter that carries the client secret. Standard: `client_secret`. */
  clientSecret?: string
  /** The form of the granted scopes in answers. Standard: `space`. `list` is a JSON array. */
  scopes?: 'space' | 'comma' | 'list'
  /** Between the scopes of an authorization request. Standard: a space; a comma where answers have one, unless this says otherwise. */
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
    /** Members of the answer that say nothing on this platform. */
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
     * The parameter that lists the wanted fields, and the scope that each needs. Wanted is what the address names, else these,
     * else all. Fields whose scope was not granted are not asked for; their names are `missing` in the profile.
     */
    fields?: {
      parameter: string
      scopes: Readonly<Record<string, string>>
      wanted?: readonly string[]
    }
    /**
     * A second address that lists the person's e-mail addresses, and the paths to the main one and to whether it is proven.
     * They become `email` and `email_verified` of the profile. Where the list is refused, because its scope was declined,
     * the profile stays as it is.
     */
    emails?: { url: string; email: string; verified: string }
  }
  /** The source of the profile when there is no user-info endpoint. */
  profile?: 'tokens' | 'id_token'
  /**
   * An address that answers with the person's picture itself, once its scope was granted. The picture becomes `picture` of the
   * profile, as a `data:` address; where there is none, nothing does.
   */
  photo?: Photo
  /** A refusal inside an answer of any status. Standard: a top-level `error`. */
  failure?: {
    /** The path to the platform's code. */
    code: string
    message?: string
    /** The platform's own reference number for its support. */
    reference?: string
    /** Values of the code that mean success. */
    ok?: readonly (string | number | boolean)[]
    /** The endpoint whose good news has such a code too: there, an answer without one is a refusal. */
    always?: 'userinfo'
  }
  /** The same person must be named in the tokens, refreshed ones too, and in the profile, at these paths. */
  subject?: { tokens: string; profile: string }
  /**
   * The id token's claim that names the tenant, on platforms with one issuer per tenant behind shared endpoints: it takes
   * the place of `{tenantid}`, `common`, `organizations` or `consumers` in the issuer.
   */
  tenant?: string
  /**
   * Parameters of the authorization request that narrow who may come, and the paths into the profile of which one must repeat the
   * value (`*`: must have any): whoever signs in can change what is in the address.
   */
  repeated?: Readonly<Record<string, readonly string[]>>
  /** The callback parameter with a JSON object that becomes `user` in the profile; sent at the first sign-in only. */
  callbackProfile?: string
  /** The callback parameter with the granted scopes, for token answers that name none. */
  callbackScopes?: string
  /** Parameters of a failed callback, beyond `error` and `error_description`, that refine the code. */
  callbackError?: readonly string[]
  /** Errors of a callback that say that the person declined. Standard: `access_denied`, which always does. */
  declined?: readonly string[]
  refresh?: {
    url?: string
    /** Sent in addition. */
    params?: Record<string, string>
    /** Errors that say that the refresh token is dead. Standard: `invalid_grant`, which always does. */
    dead?: readonly string[]
  }
}

/** A part of an address that differs from customer to customer, such as a tenant or a shop's domain. */
export interface Variable {
  /** A value as the platform would show it, for the error that asks for it. */
  example: string
  /** Used when nobody says otherwise. */
  default?: string
  /** It need not be said: a parameter that is nothing but `{name}` is not sent then. */
  optional?: true
  /**
   * The form into which pasted text is brought: `origin` is `https://host/path` without a final slash, `host` only
   * the host name, `word` a single label or name.
   */
  kind: 'origin' | 'host' | 'word'
  value?: string
}

/** The callback addresses that a platform accepts. */
export interface CallbackRules {
  /** The addresses without https that it takes: none, or those of this machine. Default: it does not say. */
  http?: 'never' | 'loopback'
  /** Hosts that it never takes: the name `localhost`, or any host without a name of its own (a number, or this machine). */
  refuses?: 'localhost' | 'nameless'
}

/** The request that takes tokens back. */
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
  /** Errors, or the statuses of answers without one, that say that the token is dead already. Standard: success. */
  gone?: readonly (string | number)[]
}

/** The address that ends a person's session at the platform (OpenID Connect RP-Initiated Logout). */
export interface EndSession {
  /** Default: what discovery tells. */
  url?: string
  /** The parameter with the address to return to. Standard: `post_logout_redirect_uri`. */
  returnTo?: string
}

/** The things that a platform gives beyond a name. */
export interface Provides {
  /** `verified`: every address was proven; `claimed`: the profile says whether; `unverified`: nobody knows. */
  email: 'verified' | 'claimed' | 'unverified' | false
  /** True if refresh tokens come, or the authorization parameters or scope that make them come. */
  refreshToken: boolean | Record<string, string>
}

/** The domains whose addresses a platform gives out. */
export interface EmailAuthority {
  domains?: readonly string[]
  /** The claim of the profile that names another domain which the platform hosts, such as a company's. */
  claim?: string
}

/** An event that a platform posted, after its signature was checked. */
export interface WebhookEvent {
  /** The platform's name of the event. */
  event: string
  /** Equal for repeated deliveries of one event. */
  id: string
  /** The moment it happened, in seconds since 1970. A delivery can come days later. */
  at?: number
  /** Whom it is about. */
  providerAccountId?: string
  /** The person withdrew the application's access: tokens are dead. */
  removed?: boolean
  /** In words. */
  reason?: string
  content?: JsonValue
}

/** A picture of the person that the platform gives to whoever brings a token. */
export interface Photo {
  url: string
  /** Only a token with this scope is sent there. */
  scope: string
  /** The picture as a `data:` address, if there is one. `asked` are the scopes that the application asked for. */
  fetch(
    send: typeof fetch,
    tokens: TokenSet,
    asked: string | undefined,
  ): Promise<string | undefined>
}

/** The facts that a webhook is judged by. */
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
  /** Its place among the platforms that most people have, from 1; where there are many buttons, these come first. */
  popular?: number
  /** The platform signs nobody in inside the browsers of other applications, such as Instagram's. */
  refusesInApp?: boolean
}

/** The facts about a platform beyond the specification's configuration. All optional, all data where possible. */
export interface PlatformFacts {
  /** The method that serves it, where that does more than its `type` says. */
  method?: AnyPart
  dialect?: Dialect
  variables?: Record<string, Variable>
  revocation?: string | Revocation
  /** The end of the person's session at the platform, as far as discovery does not tell. */
  endSession?: string | EndSession
  provides?: Provides
  /** Addresses that the platform gives out itself: what it says about them is proof. */
  emailAuthority?: EmailAuthority
  button?: ButtonFacts
  /** The platform's documentation that this file was written from. */
  docs?: string
  /**
   * Advice for the developer, by the platform's error code, or by endpoint and code (`token invalid_request`) where it differs.
   * `{callbackUrl}` is filled in.
   */
  hints?: Record<string, string>
  /** Makes the client secret anew, for platforms that want a short-lived signed one. `now` is in seconds. */
  signClientSecret?: (client: { clientId: string; now: number }) => Awaitable<string>
  /** The mistake in the options that were passed; the configuration is refused with it. */
  problem?: { field: string; found: string; hint: string }
  /** The callback addresses that the platform accepts; the log names the others before the platform refuses them. */
  callback?: CallbackRules
  /** The same, where rules do not suffice: says what is wrong with an address. */
  checkCallback?: (callback: URL) => string | undefined
  /**
   * Parameters of the authorization request that a form may set, where the application configured none. A form is a visitor's word:
   * what a sign-in is believed for (`prompt`, `max_age`, `acr_values`, `hd`) is the business of server code unless it is listed here.
   * Default: `login_hint`, `ui_locales`, `display`, `screen_hint`.
   */
  formParams?: readonly string[]
  /**
   * Parameters of the authorization request by which the platform lets people choose an account where it would sign them in silently.
   * Sent, in place of configured ones, to people who connect an account or ask for another one. Only what the platform documents.
   */
  accountChoice?: Readonly<Record<string, string>>
}
