import type { Client } from 'oauth4webapi'
import type {
  AccountCallback,
  AppProvider,
  AuthorizationEndpointHandler,
  CommonProviderOptions,
  OAuth2Config,
  OAuthProviderButtonStyles,
  OIDCConfig,
  ProfileCallback,
  ProviderType,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from '../../src/index.ts'
import { type Fields, holds, type Row } from './equal.ts'

interface P {
  sub: string
}

// 2.2 Provider options common to all provider types
holds<Row<CommonProviderOptions, { id: string }>>()
holds<Row<CommonProviderOptions, { name: string }>>()
holds<Row<CommonProviderOptions, { type: ProviderType }>>()
holds<Fields<CommonProviderOptions, 'id' | 'name' | 'type'>>()

// 2.3 Application-facing provider
holds<Row<AppProvider, { id: string; name: string; type: ProviderType }>>()
holds<Row<AppProvider, { callbackUrl: string }>>()
holds<Row<AppProvider, { signinUrl: string }>>()
holds<Fields<AppProvider, 'id' | 'name' | 'type' | 'callbackUrl' | 'signinUrl'>>()

// 2.4 OAuth 2 provider configuration
type OAuth2 = OAuth2Config<P>
holds<Row<OAuth2, { id: string }>>()
holds<Row<OAuth2, { name: string }>>()
holds<Row<OAuth2, { type: 'oauth' }>>()
holds<Row<OAuth2, { account?: AccountCallback }>>()
holds<Row<OAuth2, { allowDangerousEmailAccountLinking?: boolean }>>()
holds<Row<OAuth2, { authorization?: string | AuthorizationEndpointHandler }>>()
holds<Row<OAuth2, { checks?: Array<'none' | 'state' | 'pkce'> }>>()
holds<Row<OAuth2, { client?: Partial<Client> }>>()
holds<Row<OAuth2, { clientId?: string }>>()
holds<Row<OAuth2, { clientSecret?: string }>>()
holds<Row<OAuth2, { issuer?: string }>>()
// biome-ignore lint/suspicious/noExplicitAny: the specification types it so
holds<Row<OAuth2, { jwks_endpoint: any }>>()
holds<Row<OAuth2, { profile?: ProfileCallback<P> }>>()
holds<Row<OAuth2, { redirectProxyUrl?: string }>>()
holds<Row<OAuth2, { style?: OAuthProviderButtonStyles }>>()
holds<Row<OAuth2, { token?: string | TokenEndpointHandler }>>()
holds<Row<OAuth2, { userinfo?: string | UserinfoEndpointHandler }>>()
holds<Row<OAuth2, { wellKnown?: string }>>()

type OAuth2Fields =
  | 'id'
  | 'name'
  | 'type'
  | 'account'
  | 'allowDangerousEmailAccountLinking'
  | 'authorization'
  | 'checks'
  | 'client'
  | 'clientId'
  | 'clientSecret'
  | 'issuer'
  | 'jwks_endpoint'
  | 'profile'
  | 'redirectProxyUrl'
  | 'style'
  | 'token'
  | 'userinfo'
  | 'wellKnown'
holds<Fields<OAuth2, OAuth2Fields>>()

holds<Row<OAuthProviderButtonStyles, { bg?: string }>>()
holds<Row<OAuthProviderButtonStyles, { brandColor?: string }>>()
holds<Row<OAuthProviderButtonStyles, { logo?: string }>>()
holds<Row<OAuthProviderButtonStyles, { text?: string }>>()
holds<Fields<OAuthProviderButtonStyles, 'bg' | 'brandColor' | 'logo' | 'text'>>()

// 2.5 OpenID Connect provider configuration: the same, but for three rows
type Oidc = OIDCConfig<P>
holds<Row<Oidc, { type: 'oidc' }>>()
holds<Row<Oidc, { checks?: Array<'none' | 'state' | 'nonce' | 'pkce'> }>>()
holds<Row<Oidc, { idToken?: boolean }>>()
holds<Row<Oidc, Pick<OAuth2, Exclude<OAuth2Fields, 'type' | 'checks'>>>>()
holds<Fields<Oidc, OAuth2Fields | 'idToken'>>()
// @ts-expect-error only OpenID Connect has a nonce
holds<Row<OAuth2, { checks?: Array<'none' | 'state' | 'nonce' | 'pkce'> }>>()
// @ts-expect-error `idToken` is no word of OAuth 2
holds<Row<OAuth2, { idToken?: boolean }>>()
