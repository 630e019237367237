import type { Client, PrivateKey } from 'oauth4webapi'
import type { CredentialsConfig } from './credentials.ts'
import type { PlatformFacts } from './dialect.ts'
import type { EmailConfig } from './email.ts'
import type { Awaitable, Profile, TokenSet, User } from './models.ts'
import type { CommonProviderOptions, CustomConfig } from './provider-type.ts'
import type { WebAuthnConfig } from './webauthn.ts'

/** The three endpoints of an OAuth 2 platform. */
export type OAuthEndpointType = 'authorization' | 'token' | 'userinfo'

/** A provider as `GET /providers` shows it to the application's own pages. */
export interface AppProvider extends CommonProviderOptions {
  callbackUrl: string
  signinUrl: string
}

/** The look of a provider's button. */
export interface OAuthProviderButtonStyles {
  logo?: string
  brandColor?: string
  /** @deprecated use `brandColor` */
  bg?: string
  /** @deprecated the text colour follows from `brandColor` */
  text?: string
}

/**
 * A function whose parameters are compared as those of a method: a provider written for Auth.js's narrower token set
 * (its `token_type` is lower case) is a provider here too.
 */
type Callback<Parameters extends unknown[], Result> = {
  call(...parameters: Parameters): Result
}['call']

/** Receives the whole token set and returns what to keep with the account. */
export type AccountCallback = Callback<[tokens: TokenSet], TokenSet | undefined | void>

/** Receives the platform's profile and the token set and returns the user. */
export type ProfileCallback<Profile> = Callback<
  [profile: Profile, tokens: TokenSet],
  Awaitable<User>
>

/** Query parameters of an endpoint; `claims` may be an object. */
export type UrlParams = Record<string, unknown>

/** The parameters of an authorization request (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1). */
export interface AuthorizationParameters {
  acr_values?: string
  audience?: string
  claims?: string | object
  claims_locales?: string
  client_id?: string
  code_challenge?: string
  code_challenge_method?: string
  display?: string
  id_token_hint?: string
  login_hint?: string
  max_age?: string | number
  nonce?: string
  prompt?: string
  redirect_uri?: string
  response_mode?: string
  response_type?: string
  scope?: string
  state?: string
  ui_locales?: string
  [parameter: string]: unknown
}

/** The parameters that the platform sent to the callback address. */
export type CallbackParamsType = Record<string, string | undefined>

/** The values that an OAuth 2 callback was checked against. */
export interface OAuthCallbackChecks {
  response_type?: string
  state?: string
  code_verifier?: string
  scope?: string
}

/** The values that an OpenID Connect callback was checked against. */
export interface OpenIDCallbackChecks extends OAuthCallbackChecks {
  nonce?: string
  max_age?: number
}

/** The checks of a callback, of either protocol. */
export type OAuthChecks = OpenIDCallbackChecks | OAuthCallbackChecks

/** The tools that an endpoint's own `request` receives besides its input. */
export interface EndpointTools {
  /** The provider as resolved: endpoints are `URL` objects, keys are filled in. */
  // biome-ignore lint/suspicious/noExplicitAny: a handler is written for its own provider's profile
  provider: (OAuthConfigInternal<any> | OIDCConfigInternal<any>) & AppUrls
  /** Bounded in size and time, never follows redirects; use it instead of the global `fetch`. */
  fetch: typeof fetch
}

/** The addresses of the application's own routes for a provider. */
export type AppUrls = Pick<AppProvider, 'signinUrl' | 'callbackUrl'>

/** An endpoint with its parameters and, if the platform needs it, its own request or reading of the answer. */
export interface EndpointHandler<P extends UrlParams, Input, Output> {
  url?: string
  params?: P
  /** Replaces the request to this endpoint. */
  request?: Callback<[context: Input & EndpointTools], Awaitable<Output>>
  /** Turns the platform's answer into the one the standard prescribes. */
  conform?: (response: Response) => Awaitable<Response | undefined>
  /** Signs `private_key_jwt` assertions at this endpoint. */
  clientPrivateKey?: PrivateKey['key'] | PrivateKey
}

/** The endpoint where people start; `request` may compute the whole address. */
export type AuthorizationEndpointHandler = EndpointHandler<
  AuthorizationParameters,
  { params: AuthorizationParameters },
  string | URL
>

/** The endpoint that exchanges a code for tokens. */
export type TokenEndpointHandler = EndpointHandler<
  UrlParams,
  { params: CallbackParamsType; checks: OAuthChecks },
  { tokens: TokenSet }
>

/** The endpoint that returns the profile. */
export type UserinfoEndpointHandler = EndpointHandler<UrlParams, { tokens: TokenSet }, Profile>

interface PartialIssuer {
  /** The issuer identifier of an OpenID provider. Discovery and ID tokens must name exactly this one. */
  issuer?: string
  /** The address of the platform's signing keys, if discovery does not name it. */
  // biome-ignore lint/suspicious/noExplicitAny: the specification types it so
  jwks_endpoint: any
}

/** An OAuth 2 provider. */
export interface OAuth2Config<Profile> extends CommonProviderOptions, PartialIssuer {
  id: string
  name: string
  type: 'oauth'
  /** Default: access_token, id_token, refresh_token, expires_at, scope, token_type, session_state. */
  account?: AccountCallback
  /** Links to an existing user with the same email address, although nothing proves that they are one person. */
  allowDangerousEmailAccountLinking?: boolean
  authorization?: string | AuthorizationEndpointHandler
  /** Default `['pkce']`; `state` is always sent and verified too, unless the list says `none` and not `state`. */
  checks?: Array<'none' | 'state' | 'pkce'>
  /** Overrides for the OAuth library, such as `token_endpoint_auth_method`. */
  client?: Partial<Client>
  clientId?: string
  clientSecret?: string
  /** Default: id, name, email, image. */
  profile?: ProfileCallback<Profile>
  redirectProxyUrl?: string
  style?: OAuthProviderButtonStyles
  token?: string | TokenEndpointHandler
  userinfo?: string | UserinfoEndpointHandler
  /** A discovery address, used instead of the one that follows from the issuer. */
  wellKnown?: string
}

/** An OpenID Connect provider. */
export interface OIDCConfig<Profile> extends Omit<OAuth2Config<Profile>, 'type' | 'checks'> {
  type: 'oidc'
  checks?: Array<'none' | 'state' | 'nonce' | 'pkce'>
  /** If false, the profile is fetched from the user-info endpoint; an id token must still come. */
  idToken?: boolean
}

/** An OAuth 2 or OpenID Connect provider. */
export type OAuthConfig<Profile> = OIDCConfig<Profile> | OAuth2Config<Profile>

/** The options of an OAuth 2 or OpenID Connect provider: everything but its kind. */
export type OAuthUserConfig<Profile> = Omit<Partial<OAuthConfig<Profile>>, 'options' | 'type'>

/** The options of an OpenID Connect provider. */
export type OIDCUserConfig<Profile> = Omit<Partial<OIDCConfig<Profile>>, 'options' | 'type'>

type Resolved<Handler> = Omit<Handler, 'url' | 'params'> & { url: URL }

/** An OAuth 2 provider after the configuration was read: nothing is left to be filled in. */
export interface OAuthConfigInternal<Profile>
  extends Omit<
      OAuthConfig<Profile>,
      | 'authorization'
      | 'token'
      | 'userinfo'
      | 'checks'
      | 'profile'
      | 'account'
      | 'clientId'
      | 'type'
    >,
    AppUrls {
  type: 'oauth' | 'oidc'
  authorization?: Resolved<AuthorizationEndpointHandler>
  token?: Resolved<TokenEndpointHandler>
  userinfo?: Resolved<UserinfoEndpointHandler>
  checks: NonNullable<OIDCConfig<Profile>['checks']>
  profile: ProfileCallback<Profile>
  account: AccountCallback
  clientId: string
}

/** An OpenID Connect provider after the configuration was read. */
export type OIDCConfigInternal<Profile> = OAuthConfigInternal<Profile> &
  Pick<OIDCConfig<Profile>, 'checks' | 'idToken'>

/** A configuration as people write it: `jwks_endpoint` is optional, and Portico's vocabulary may be used. */
export type Written<Config> = Omit<Config, 'jwks_endpoint'> & {
  // biome-ignore lint/suspicious/noExplicitAny: the specification types it so
  jwks_endpoint?: any
  /** Options laid over the defaults when the configuration is read, as Auth.js's provider modules return them. */
  options?: object
} & PlatformFacts

/** Options that may also be undefined: `clientId: process.env.MY_ID`. */
type Given<Config> = {
  [Key in keyof Config]: object extends Pick<Config, Key> ? Config[Key] | undefined : Config[Key]
}

// Interfaces, because the compiler compares those by name; the mapped types cost it twice as much.
interface WrittenOAuth2<P> extends Given<Written<OAuth2Config<P>>> {}
interface WrittenOIDC<P> extends Given<Written<OIDCConfig<P>>> {}

// With `WebAuthnConfig` itself in this union, `Auth()` would not infer that passkeys are configured, nor their namespace.
interface WrittenWebAuthn extends Given<WebAuthnConfig> {}

type AnyConfig<P> =
  | WrittenOIDC<P>
  | WrittenOAuth2<P>
  | EmailConfig
  // biome-ignore lint/suspicious/noExplicitAny: whatever fields its form has
  | CredentialsConfig<any>
  | WrittenWebAuthn
  | CustomConfig

/** An entry of `providers`: a configuration, or a function that returns one. */
// biome-ignore lint/suspicious/noExplicitAny: the specification's default
export type Provider<P = any> = AnyConfig<P> | ((options?: any) => AnyConfig<P>)
