import { secretKey, signJwt } from '../jwt.ts'
import type { Platform } from '../types.ts'
import type { Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oidc } from './oidc.ts'
import { subjectOf } from './people.ts'

const id = 'line'
const issuer = 'https://access.line.me'
const api = 'https://api.line.me/oauth2/v2.1'

/**
 * A practice LINE (developers.line.biz/en/docs/line-login): ID tokens signed with the channel's secret, whatever the
 * discovery document says, and access tokens that are taken back under their own name.
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
    scopes: { openid: 'Your identity', profile: 'Name and picture', email: 'E-mail address' },
    authentication: ['client_secret_post'],
    refresh: 'stays',
    lifetimes: { code: 600, access: 2_592_000, refresh: 90 * 86_400 },
    authorize: { response_modes: ['query'], required: { state: true, scope: true } },
    revoke: { url: `${api}/revoke`, parameter: 'access_token', kinds: ['access'] },
    claims: ({ person }, { world }) => ({
      sub: `U${subjectOf(world, id, person.id)}`,
      amr: ['linesso'],
      // LINE says nothing about proof.
      email_verified: undefined,
      given_name: undefined,
      family_name: undefined,
      ...person.claims,
    }),
    mint: async ({ claims, client_secret }) =>
      signJwt({ typ: 'JWT', alg: 'HS256' }, claims, 'HS256', await secretKey(client_secret)),
  })
}
