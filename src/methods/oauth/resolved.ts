import type { AuthorizationServer } from 'oauth4webapi'
import type { App } from '../../app.ts'
import type { ResolvedProvider } from '../../config/part.ts'
import type { Dialect, EndSession, PlatformFacts, Revocation } from '../../types/dialect.ts'
import type { Profile } from '../../types/models.ts'
import type {
  AuthorizationEndpointHandler,
  OIDCConfig,
  OIDCConfigInternal,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
  Written,
} from '../../types/provider.ts'
import type { MethodPart } from '../method.ts'

/** An endpoint after the configuration was read. The address is missing when discovery tells it. */
export type ResolvedEndpoint<Handler> = Omit<Handler, 'url' | 'params'> & { url?: URL }

/** The code of OpenID Connect, as the method of a provider brings it. */
export interface OpenIdPart {
  /** Asks the platform's metadata for the addresses that are not written. */
  discover(
    app: App,
    provider: ResolvedOAuth,
    wanted: readonly string[],
  ): Promise<AuthorizationServer>
  /** The rest; `openIdCode()` has its type. */
  load(): Promise<object>
}

/** The method of OAuth providers. */
export interface OAuthPart extends MethodPart<ResolvedOAuth> {
  readonly openId?: OpenIdPart
}

/** An OAuth 2 or OpenID Connect provider after the configuration was read. */
export interface ResolvedOAuth
  extends ResolvedProvider,
    Readonly<Omit<PlatformFacts, 'method' | 'dialect' | 'revocation' | 'endSession' | 'variables'>>,
    Readonly<Pick<OIDCConfigInternal<Profile>, 'checks' | 'profile' | 'account'>>,
    Readonly<
      Pick<
        OIDCConfig<Profile>,
        | 'style'
        | 'client'
        | 'clientSecret'
        | 'idToken'
        | 'wellKnown'
        | 'jwks_endpoint'
        | 'redirectProxyUrl'
        | 'allowDangerousEmailAccountLinking'
      >
    > {
  /** There for whoever needs it: the configuration was refused otherwise. */
  readonly openId: OpenIdPart | undefined
  readonly type: 'oauth' | 'oidc'
  readonly clientId: string
  readonly issuer: string | undefined
  readonly authorization: ResolvedEndpoint<AuthorizationEndpointHandler>
  readonly token: ResolvedEndpoint<TokenEndpointHandler>
  readonly userinfo: ResolvedEndpoint<UserinfoEndpointHandler>
  readonly dialect: Dialect
  readonly revocation: Revocation | undefined
  readonly endSession: EndSession | undefined
  /** Parameters of the authorization request, kept apart from its address. */
  readonly authorizationParams: Readonly<Record<string, string>>
  readonly clientAuthentication: string
  /** The provider module's own `fetch`, as Auth.js's modules may bring one. */
  readonly ownFetch: typeof fetch | undefined
}

/** True for OAuth 2 and OpenID Connect: such a provider has tokens. */
export function isOAuth(provider: ResolvedProvider): provider is ResolvedOAuth {
  return provider.type === 'oauth' || provider.type === 'oidc'
}

/** A provider of either protocol as someone wrote it. */
export type WrittenOAuth = Omit<Written<OIDCConfig<Profile>>, 'type'> & { type: 'oauth' | 'oidc' }
