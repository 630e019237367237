import { signJwt } from '../jwt.ts'
import type { Platform } from '../types.ts'
import type { Issue, Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oidc } from './oidc.ts'

const id = 'linkedin'
const issuer = 'https://www.linkedin.com/oauth'

/**
 * A practice LinkedIn (learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2):
 * neither PKCE nor nonce for web applications, scopes answered with commas, no refresh tokens.
 */
export function linkedin(options: Registration = {}): Platform {
  return oidc({
    ...options,
    id,
    name: 'LinkedIn',
    issuer,
    apps: registered(id, options.apps, httpsOrLocal),
    iss: false,
    endpoints: {
      authorization: `${issuer}/v2/authorization`,
      token: `${issuer}/v2/accessToken`,
      userinfo: 'https://api.linkedin.com/v2/userinfo',
      jwks: `${issuer}/openid/jwks`,
      revocation: false,
      end_session: false,
    },
    scopes: { openid: 'Your identity', profile: 'Name and picture', email: 'E-mail address' },
    authentication: ['client_secret_post'],
    pkce: 'rejected',
    refresh: 'none',
    lifetimes: { code: 1800, access: 5_184_000 },
    authorize: { response_modes: ['query'], required: { state: true } },
    token: { answer },
    mint: ({ claims: { nonce, ...claims }, key }) =>
      signJwt({ alg: 'RS256', kid: key.kid, typ: 'JWT' }, claims, 'RS256', key.pair.privateKey),
  })
}

function answer({ access_token, expires_in, grant }: Issue): object {
  return {
    access_token,
    expires_in,
    scope: [...grant.scopes].sort().join(','),
    token_type: 'Bearer',
  }
}
