import { signJwt } from '../jwt.ts'
import { json } from '../reply.ts'
import type { Platform } from '../types.ts'
import type { Issue, Registration } from './oauth2/description.ts'
import { type Objection, registered } from './oauth2/registration.ts'
import { oidc } from './oidc.ts'
import { subjectId } from './people.ts'

const id = 'slack'
const issuer = 'https://slack.com'
const team = 'T0PRACTICE'

/** Slack's names of the standard's errors, all of which come with status 200. */
const errors: Readonly<Record<string, string>> = {
  invalid_grant: 'invalid_code',
  invalid_client: 'bad_client_secret',
  unsupported_grant_type: 'invalid_grant_type',
  invalid_token: 'invalid_auth',
  insufficient_scope: 'missing_scope',
}

const objection: Objection = ({ protocol }) =>
  protocol === 'https:' ? undefined : 'Slack takes https addresses only'

/**
 * A practice Slack: every answer has `ok`, errors come with status 200, ID tokens last five minutes and access tokens for
 * ever. PKCE is refused: an application must enable it, and becomes a public client by that.
 *
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/
 * @see https://docs.slack.dev/reference/methods/openid.connect.token
 * @see https://docs.slack.dev/reference/methods/openid.connect.userInfo
 * @see https://docs.slack.dev/authentication/using-pkce
 * @see https://api.slack.com/methods/auth.revoke
 */
export function slack(options: Registration = {}): Platform {
  return oidc({
    ...options,
    id,
    name: 'Slack',
    issuer,
    apps: registered(id, options.apps, objection),
    iss: false,
    endpoints: {
      authorization: `${issuer}/openid/connect/authorize`,
      token: `${issuer}/api/openid.connect.token`,
      userinfo: `${issuer}/api/openid.connect.userInfo`,
      jwks: `${issuer}/openid/connect/keys`,
      revocation: `${issuer}/api/auth.revoke`,
      end_session: false,
    },
    scopes: { openid: 'Your identity', profile: 'Name and picture', email: 'Email address' },
    authentication: ['client_secret_post', 'client_secret_basic'],
    metadata: {
      grant_types_supported: ['authorization_code'],
      revocation_endpoint: undefined,
      authorization_response_iss_parameter_supported: undefined,
    },
    pkce: 'rejected',
    refresh: 'none',
    lifetimes: { code: 600, access: 100 * 365 * 86_400 },
    shape: (_kind, random) => `xoxp-${random}`,
    authorize: { response_modes: ['query'] },
    token: {
      answer: ({ access_token }: Issue) => ({ ok: true, access_token, token_type: 'Bearer' }),
      refuse: (error, _said, about) => refuse(about ? 'bad_redirect_uri' : error),
    },
    userinfo: { refuse: (_status, error) => refuse(error) },
    revoke: {
      url: `${issuer}/api/auth.revoke`,
      bearer: true,
      authentication: [],
      kinds: ['access'],
      strict: true,
      answer: () => json({ ok: true, revoked: true }),
    },
    claims: ({ person }, { context }) => {
      const user = `U${subjectId(context, id, person.id).slice(0, 9)}`
      const own = { 'https://slack.com/user_id': user, 'https://slack.com/team_id': team }
      return { ok: true, sub: user, ...own, ...person.claims }
    },
    mint: ({ claims: { ok, ...claims }, key }) => {
      const own = { ...claims, exp: Number(claims.iat) + 300 }
      return signJwt({ alg: 'RS256', kid: key.kid, typ: 'JWT' }, own, 'RS256', key.pair.privateKey)
    },
  })
}

function refuse(error: string): Response {
  return json({ ok: false, error: errors[error] ?? error })
}
