import { secretKey, signJwt } from '../jwt.ts'
import { json } from '../reply.ts'
import type { Exchange, Platform } from '../types.ts'
import type { Holder, Issue, Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { standardAnswer } from './oauth2/token.ts'
import { oidc } from './oidc.ts'
import { standardClaims, subjectId } from './people.ts'

const id = 'line'
const issuer = 'https://access.line.me'
const api = 'https://api.line.me/oauth2/v2.1'

/**
 * A practice LINE: ID tokens signed with the channel's secret, whatever the discovery document says, errors in capitals, no
 * ID token for a refresh, and revocation by the parameter `access_token`.
 *
 * @see https://developers.line.biz/en/docs/line-login/integrate-line-login/
 * @see https://developers.line.biz/en/docs/line-login/verify-id-token/
 * @see https://developers.line.biz/en/docs/line-login/managing-access-tokens
 * @see https://developers.line.biz/en/docs/line-login/integrate-pkce/
 */
export function line(options: Registration = {}): Platform {
  return oidc({
    ...options,
    id,
    name: 'LINE',
    issuer,
    algorithm: 'ES256',
    apps: registered(id, options.apps, httpsOrLocal),
    iss: false,
    endpoints: {
      authorization: `${issuer}/oauth2/v2.1/authorize`,
      token: `${api}/token`,
      userinfo: `${api}/userinfo`,
      jwks: `${api}/certs`,
      revocation: `${api}/revoke`,
      end_session: false,
    },
    metadata,
    scopes: { openid: 'Your identity', profile: 'Name and picture', email: 'Email address' },
    authentication: ['client_secret_post'],
    lifetimes: { code: 600, access: 2_592_000, refresh: 90 * 86_400 },
    authorize: {
      response_modes: ['query', 'form_post'],
      // `openid` or `profile` is required, and `email` needs `openid`: only ID tokens contain the address.
      required: { state: true, scope: /\bopenid\b|^(?!.*\bemail\b).*\bprofile\b/ },
      refuse: (error, said = 'The resource owner denied the request.') => ({
        error: error.toUpperCase(),
        error_description: said,
      }),
    },
    token: { answer },
    revoke: { url: `${api}/revoke`, parameter: 'access_token', kinds: ['access'] },
    userinfo: { answer: profile },
    claims: ({ person }, exchange) => ({
      sub: userId(person.id, exchange),
      amr: ['linesso'],
      // LINE does not say whether it is verified.
      email_verified: undefined,
      given_name: undefined,
      family_name: undefined,
      ...person.claims,
    }),
    mint: async ({ claims: { at_hash, ...claims }, client_secret }) =>
      signJwt({ typ: 'JWT', alg: 'HS256' }, claims, 'HS256', await secretKey(client_secret)),
  })
}

/** The entries of the discovery document that differ, or that are missing (`undefined`). */
const metadata = {
  subject_types_supported: ['pairwise'],
  response_modes_supported: undefined,
  grant_types_supported: undefined,
  token_endpoint_auth_methods_supported: undefined,
  authorization_response_iss_parameter_supported: undefined,
}

function answer(issue: Issue): unknown {
  const body = standardAnswer(issue)
  return issue.refreshed ? json(body) : body
}

function userId(person: string, { context }: Exchange): string {
  return `U${subjectId(context, id, person)}`
}

/** The e-mail address is in the ID token only. */
function profile({ person, grant }: Holder, exchange: Exchange): object {
  const { name, picture } = standardClaims(exchange.context, id, person, grant.scopes)
  return { sub: person.claims?.sub ?? userId(person.id, exchange), name, picture }
}
