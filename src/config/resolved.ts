import type { Dialect, EndSession, PlatformFacts, Revocation } from '../types/dialect.ts'
import type { Profile } from '../types/models.ts'
import type {
  AuthorizationEndpointHandler,
  OIDCConfig,
  OIDCConfigInternal,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
  Written,
} from '../types/provider.ts'

/** What an endpoint's configuration becomes. The address is missing when discovery tells it. */
export type ResolvedEndpoint<Handler> = Omit<Handler, 'url' | 'params'> & { url?: URL }

/** An OAuth 2 or OpenID Connect provider after the configuration was read. */
export interface ResolvedOAuth
  extends Readonly<Omit<PlatformFacts, 'dialect' | 'revocation' | 'endSession' | 'variables'>>,
    Readonly<
      Pick<OIDCConfigInternal<Profile>, 'id' | 'name' | 'type' | 'checks' | 'profile' | 'account'>
    >,
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

/** A provider of either protocol as someone wrote it. */
export type WrittenOAuth = Omit<Written<OIDCConfig<Profile>>, 'type'> & { type: 'oauth' | 'oidc' }
