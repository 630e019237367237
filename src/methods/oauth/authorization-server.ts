import type { AuthorizationServer } from 'oauth4webapi'
import type { App } from '../../app.ts'
import { lacksOpenId } from './configure/lacks-open-id.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** The seconds for which a platform's metadata is believed before it is asked again. */
const metadataTtlSeconds = 3600

/** A platform's endpoints and metadata: as configured, completed by discovery where that is needed. */
export async function authorizationServer(
  app: App,
  provider: ResolvedOAuth,
): Promise<AuthorizationServer> {
  const { issuer, authorization, token, userinfo, jwks_endpoint } = provider
  const configured = {
    ...(authorization.url && { authorization_endpoint: authorization.url.href }),
    ...(token.url && { token_endpoint: token.url.href }),
    ...(userinfo.url && { userinfo_endpoint: userinfo.url.href }),
    ...(jwks_endpoint && { jwks_uri: String(jwks_endpoint) }),
    ...(provider.revocation && { revocation_endpoint: provider.revocation.url }),
    ...(provider.endSession?.url && { end_session_endpoint: provider.endSession.url }),
  }
  const missing = unwritten(provider)
  if (missing.length === 0) {
    return { issuer: issuer ?? token.url?.origin ?? 'urn:none', ...configured }
  }
  const { openId } = provider
  if (!openId) throw lacksOpenId(provider.id)
  const load = () => openId.discover(app, provider, missing)
  // Engines of one application share what they learn, and a provider's id does not say which platform it is about.
  const about = JSON.stringify([provider.id, issuer, provider.wellKnown, missing])
  return {
    ...(await app.services.memo(`discovery ${about}`, metadataTtlSeconds, load)),
    ...configured,
  }
}

/** The addresses that only the platform's metadata can tell. */
function unwritten(provider: ResolvedOAuth): string[] {
  const { type, authorization, token, userinfo, jwks_endpoint, dialect, idToken } = provider
  const asksUserinfo = type === 'oidc' ? idToken === false : !dialect.profile
  const missing: string[] = []
  if (isUnknown(authorization)) missing.push('authorization_endpoint')
  if (isUnknown(token)) missing.push('token_endpoint')
  if (asksUserinfo && isUnknown(userinfo)) missing.push('userinfo_endpoint')
  if (type === 'oidc' && !jwks_endpoint) missing.push('jwks_uri')
  return missing
}

function isUnknown({ url, request }: { url?: URL; request?: unknown }): boolean {
  return !url && !request
}

/** The way to this provider's platform: its module's own `fetch` if it has one, else the configured one. */
export function providerFetch({ services }: App, provider: ResolvedOAuth): typeof fetch {
  return services.providerFetch(provider.id, provider.ownFetch)
}
