import type { Parameters } from '../authorization.ts'
import { signJwt } from '../jwt.ts'
import { json } from '../reply.ts'
import type { Platform } from '../types.ts'
import type { Issue, Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oidc } from './oidc.ts'

const id = 'linkedin'
const issuer = 'https://www.linkedin.com/oauth'

/**
 * A practice LinkedIn: neither PKCE nor nonce for web applications, secrets in the body although discovery does not say so,
 * scopes answered with commas, no refresh tokens, and its own error code for a cancelled sign-in.
 *
 * @see https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow
 * @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 * @see https://github.com/linkedin-developers/linkedin-api-python-client/issues/63
 * @see https://github.com/yiisoft/yii2/issues/16454
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
    scopes: { openid: 'Your identity', profile: 'Name and picture', email: 'Email address' },
    authentication: ['client_secret_post'],
    pkce: 'rejected',
    refresh: 'none',
    lifetimes: { code: 1800, access: 5_184_000 },
    metadata: {
      subject_types_supported: ['pairwise'],
      grant_types_supported: undefined,
      token_endpoint_auth_methods_supported: undefined,
      authorization_response_iss_parameter_supported: undefined,
    },
    authorize: { response_modes: ['query'], required: { state: true }, refuse: cancelled },
    token: { answer },
    userinfo: { methods: ['GET'], refuse },
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

function cancelled(error: string, said = 'The user cancelled the authorization'): Parameters {
  const own = error === 'access_denied' ? 'user_cancelled_authorize' : error
  return { error: own, error_description: said }
}

function refuse(status: number, code: string, message: string): Response {
  return json({ status, code: code.toUpperCase(), message }, status)
}
