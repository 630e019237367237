import type { Client } from 'oauth4webapi'
import type { CredentialsConfig } from './credentials.ts'
import type { PlatformFacts } from './dialect.ts'
import type { EmailConfig } from './email.ts'
import type { Profile } from './models.ts'
import type { CallsOf } from './part.ts'
import type { PasswordCalls } from './password.ts'
import type {
  AccountCallback,
  AuthorizationEndpointHandler,
  OAuthConfig,
  OAuthProviderButtonStyles,
  ProfileCallback,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from './provider.ts'
import type { CustomConfig } from './provider-type.ts'
import type { WebAuthnConfig } from './webauthn.ts'

/** The symbol `customFetch` of `porticojs/authjs`. */
export declare const customFetch: unique symbol

/** The facts about a platform, with its id. An interface, because that is cheaper for the compiler than one more intersection. */
export interface NamedPlatform<Id extends string> extends PlatformFacts {
  id: Id
}

/**
 * `OAuthUserConfig` and `PlatformFacts`, written out: computing them for every provider would cost the compiler twice as much. A test
 * compares them. Fields that often come from the environment may also be `undefined`.
 */
export interface ProviderOptions<Profile, Id extends string = string> extends PlatformFacts {
  id?: Id
  name?: string
  account?: AccountCallback
  /** Links to an existing user with the same email address, although nothing proves that they are one person. */
  allowDangerousEmailAccountLinking?: boolean
  authorization?: string | AuthorizationEndpointHandler
  checks?: Array<'none' | 'state' | 'pkce'> | Array<'none' | 'state' | 'nonce' | 'pkce'>
  client?: Partial<Client>
  clientId?: string | undefined
  clientSecret?: string | undefined
  /** See `OIDCConfig`. */
  idToken?: boolean
  issuer?: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: the specification types it so
  jwks_endpoint?: any
  profile?: ProfileCallback<Profile>
  redirectProxyUrl?: string | undefined
  style?: OAuthProviderButtonStyles
  token?: string | TokenEndpointHandler
  userinfo?: string | UserinfoEndpointHandler
  wellKnown?: string | undefined
  [customFetch]?: typeof fetch
}

/** A provider: pass your keys and options, or leave it as it is and let the environment fill in the keys. */
export interface ProviderFunction<
  // biome-ignore lint/suspicious/noExplicitAny: the specification's profile types extend Record<string, any>
  P extends Record<string, any>,
  Own = object,
  Id extends string = string,
> {
  <Q extends P = P, const Named extends string = Id>(
    options?: ProviderOptions<Q, Named> & Own,
  ): OAuthConfig<Q> & NamedPlatform<Named>
  /** The provider's id, unless the options set another one. */
  readonly id: Id
}

type TypedConfig =
  // biome-ignore lint/suspicious/noExplicitAny: any profile
  | (OAuthConfig<any> & PlatformFacts)
  | EmailConfig
  // biome-ignore lint/suspicious/noExplicitAny: whatever fields its form has
  | CredentialsConfig<any>
  | WebAuthnConfig
  | CustomConfig

/** A provider whose own type states its profile, as those of `defineProvider()` do. */
export type TypedProvider =
  // biome-ignore lint/suspicious/noExplicitAny: any profile, options and id
  | ProviderFunction<any, any, any>
  | TypedConfig
  // biome-ignore lint/suspicious/noExplicitAny: a provider function has options of its own
  | ((options?: any) => TypedConfig)

type Reads<Config> = Config extends {
  type: 'oauth' | 'oidc'
  profile?: (profile: infer P, ...rest: never) => unknown
}
  ? unknown extends P
    ? Profile
    : P
  : never

/** The result of a provider function. One type serves all questions about it, because each costs the compiler. */
// biome-ignore lint/suspicious/noExplicitAny: a provider function has options of its own
type Configured<P> = P extends (options?: any) => infer Config ? Config : P

/** The profile that a provider gives; with several providers, that of any of them. */
export type ProfileOf<P> = Reads<Configured<P>>

/** The methods that the configured providers bring along. */
export type MethodsOf<P> = BroughtMethod<Configured<P>>

type BroughtMethod<Config> = Config extends { method?: infer Method } ? NonNullable<Method> : never

/**
 * The namespaces of `auth` that the configured providers bring. If the types do not say which providers there are, as with a `Provider[]`,
 * each built-in one is optional.
 */
export type NamespacesOf<P> = CustomConfig extends P
  ? Partial<CallsOf<MethodsOf<P>> & PasswordCalls>
  : CallsOf<MethodsOf<P>>

/** The ids of the configured providers, if their types name them. */
export type ProviderId<P> = P extends { readonly id: infer Id extends string }
  ? string extends Id
    ? never
    : Id
  : never
