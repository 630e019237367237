import type {
  Account,
  AccountCallback,
  AuthorizationEndpointHandler,
  AuthorizationParameters,
  BuiltInProviderType,
  CredentialInput,
  CredentialsConfig,
  CredentialsProviderType,
  EmailConfig,
  EmailProviderType,
  EmailUserConfig,
  OAuth2Config,
  OAuthChecks,
  OAuthConfig,
  OAuthConfigInternal,
  OAuthEndpointType,
  OAuthProviderType,
  OAuthUserConfig,
  OIDCConfig,
  OIDCConfigInternal,
  OIDCUserConfig,
  Profile,
  ProfileCallback,
  Provider,
  ProviderType,
  RedirectableProviderType,
  Session,
  TokenEndpointHandler,
  TokenSet,
  User,
  UserinfoEndpointHandler,
  WebAuthnConfig,
  WebAuthnProviderType,
} from '../../src/index.ts'
import type { OAuthCallbackChecks, OpenIDCallbackChecks } from '../../src/types/provider.ts'
import { type Equal, holds, type Row } from './equal.ts'

interface P {
  sub: string
}

// The kinds of provider
type Specified = 'oidc' | 'oauth' | 'email' | 'credentials' | WebAuthnProviderType
holds<Specified extends ProviderType ? true : false>()
// A method of the application's own has a name of its own.
holds<'paper' extends ProviderType ? true : false>()
holds<Equal<RedirectableProviderType, 'email' | 'credentials'>>()
holds<Equal<OAuthEndpointType, 'authorization' | 'token' | 'userinfo'>>()
holds<Equal<EmailProviderType, 'email'>>()
holds<Equal<CredentialsProviderType, 'credentials'>>()
holds<Equal<WebAuthnProviderType, 'webauthn'>>()
holds<
  Equal<BuiltInProviderType, RedirectableProviderType | OAuthProviderType | WebAuthnProviderType>
>()
holds<'tiktok' extends OAuthProviderType ? true : false>()
// @ts-expect-error an enumerated set, not any text
holds<string extends OAuthProviderType ? true : false>()

// Callbacks
type Awaited<T> = T | PromiseLike<T>
holds<Equal<AccountCallback, (tokens: TokenSet) => TokenSet | undefined | void>>()
holds<Equal<ProfileCallback<P>, (profile: P, tokens: TokenSet) => Awaited<User>>>()
// @ts-expect-error the profile comes first
holds<Equal<ProfileCallback<P>, (tokens: TokenSet, profile: P) => Awaited<User>>>()

// Endpoint handlers: parameters, input and output
type Input<Handler> = Handler extends { request?: (context: infer Context) => unknown }
  ? Omit<Context, 'provider' | 'fetch'>
  : never
type Output<Handler> = Handler extends { request?: (context: never) => infer Result }
  ? Result
  : never
holds<Row<AuthorizationEndpointHandler, { url?: string }>>()
holds<Row<AuthorizationEndpointHandler, { params?: AuthorizationParameters }>>()
holds<Row<TokenEndpointHandler, { params?: Record<string, unknown> }>>()
holds<Row<Input<TokenEndpointHandler>, { checks: OAuthChecks }>>()
holds<Row<Input<TokenEndpointHandler>, { params: Record<string, string | undefined> }>>()
holds<Equal<Output<TokenEndpointHandler>, Awaited<{ tokens: TokenSet }>>>()
holds<Row<UserinfoEndpointHandler, { params?: Record<string, unknown> }>>()
holds<Row<Input<UserinfoEndpointHandler>, { tokens: TokenSet }>>()
holds<Equal<Output<UserinfoEndpointHandler>, Awaited<Profile>>>()
holds<Equal<OAuthChecks, OpenIDCallbackChecks | OAuthCallbackChecks>>()

// Configurations
holds<Equal<OAuthConfig<P>, OIDCConfig<P> | OAuth2Config<P>>>()
holds<Equal<OAuthUserConfig<P>, Omit<Partial<OAuthConfig<P>>, 'options' | 'type'>>>()
holds<Equal<OIDCUserConfig<P>, Omit<Partial<OIDCConfig<P>>, 'options' | 'type'>>>()
holds<
  Equal<OIDCConfigInternal<P>, OAuthConfigInternal<P> & Pick<OIDCConfig<P>, 'checks' | 'idToken'>>
>()
// biome-ignore lint/suspicious/noExplicitAny: the specification types it so
holds<Row<OAuthConfigInternal<P>, { jwks_endpoint: any }>>()
// biome-ignore lint/suspicious/noExplicitAny: the specification's default
holds<Equal<Provider, Provider<any>>>()
holds<OAuth2Config<P> extends Provider<P> ? true : false>()
holds<OIDCConfig<P> extends Provider<P> ? true : false>()
holds<EmailConfig extends Provider ? true : false>()
holds<CredentialsConfig extends Provider ? true : false>()
holds<WebAuthnConfig extends Provider ? true : false>()
holds<(() => OAuth2Config<P>) extends Provider<P> ? true : false>()
// @ts-expect-error a configuration has an id
holds<Omit<OAuth2Config<P>, 'id'> extends Provider<P> ? true : false>()

// The other kinds
holds<Row<CredentialInput, { label?: string }>>()
holds<Row<CredentialsConfig, { id: string; name: string; type: 'credentials' }>>()
holds<Row<EmailConfig, { id: string; name: string; type: 'email' }>>()
holds<Equal<EmailUserConfig, Omit<Partial<EmailConfig>, 'options' | 'type'>>>()
holds<Row<WebAuthnConfig, { id: string; name: string; type: 'webauthn' }>>()

// Nouns
holds<Row<TokenSet, { access_token?: string }>>()
holds<Row<TokenSet, { expires_at?: number }>>()
holds<Row<User, { id?: string }>>()
holds<Row<User, { email?: string | null }>>()
holds<Row<Account, { provider: string; providerAccountId: string; type: ProviderType }>>()
holds<Row<Session, { expires: string }>>()
// biome-ignore lint/suspicious/noExplicitAny: the specification types profiles so
holds<Equal<Profile, Record<string, any>>>()
