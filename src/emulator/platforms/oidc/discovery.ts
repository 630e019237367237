import { json } from '../../reply.ts'
import type { Exchange } from '../../types.ts'
import type { Complete } from '../oauth2/description.ts'
import type { OidcEndpoints, OidcRules } from './rules.ts'

/**
 * The issuer in the form in which the client discovered it: a browser may use a local address
 * while its server uses the real one, and both must see the same issuer.
 */
export function issuerFor({ id, issuer }: OidcRules, { context, link }: Exchange): string {
  return context.state.notes.get(`issuer ${id}`)?.spelling ?? spelled(issuer, link)
}

/** The discovery document (OpenID Connect Discovery §3). */
export function discovery(
  rules: OidcRules,
  endpoints: OidcEndpoints,
  platform: Complete,
  { context, link }: Exchange,
): Response {
  const issuer = spelled(rules.issuer, link)
  context.state.notes.set(`issuer ${rules.id}`, { spelling: issuer })
  const optional = (url: string | undefined): string | undefined => url && link(url)
  return json({
    issuer,
    authorization_endpoint: link(endpoints.authorization),
    token_endpoint: link(endpoints.token),
    userinfo_endpoint: optional(endpoints.userinfo),
    jwks_uri: link(endpoints.jwks),
    revocation_endpoint: optional(endpoints.revocation),
    end_session_endpoint: optional(endpoints.end_session),
    pushed_authorization_request_endpoint: optional(endpoints.par),
    require_pushed_authorization_requests: rules.par === 'required' || undefined,
    scopes_supported: Object.keys(platform.scopes ?? {}),
    response_types_supported: ['code'],
    response_modes_supported: platform.authorize.response_modes,
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [rules.algorithm ?? 'RS256'],
    token_endpoint_auth_methods_supported: platform.authentication,
    code_challenge_methods_supported:
      platform.pkce === 'required' || platform.pkce === 'supported' ? ['S256'] : undefined,
    authorization_response_iss_parameter_supported: platform.authorize.iss !== undefined,
    ...rules.metadata,
  })
}

function spelled(issuer: string, link: (url: string) => string): string {
  const address = link(issuer)
  return issuer.endsWith('/') ? address : address.replace(/\/$/, '')
}
