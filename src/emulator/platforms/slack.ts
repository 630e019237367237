import { json } from '../reply.ts'
import type { Platform } from '../types.ts'
import type { Issue, Registration } from './oauth2/description.ts'
import { type Objection, registered } from './oauth2/registration.ts'
import { oidc } from './oidc.ts'
import { subjectOf } from './people.ts'

const id = 'slack'
const issuer = 'https://slack.com'
const team = 'T0PRACTICE'

/** Slack's words for the standard's errors; all come with the status of a success. */
const errors: Readonly<Record<string, string>> = {
  invalid_grant: 'invalid_code',
  invalid_client: 'bad_client_secret',
  unsupported_grant_type: 'invalid_grant_type',
}

const objection: Objection = ({ protocol }) =>
  protocol === 'https:' ? undefined : 'Slack takes https addresses only'

/**
 * A practice Slack (docs.slack.dev/authentication/sign-in-with-slack): every answer says `ok`, refusals come with status
 * 200, and tokens do not expire.
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
    scopes: { openid: 'Your identity', profile: 'Name and picture', email: 'E-mail address' },
    authentication: ['client_secret_post', 'client_secret_basic'],
    refresh: 'none',
    lifetimes: { code: 600, access: 100 * 365 * 86_400 },
    shape: (_kind, random) => `xoxp-${random}`,
    token: {
      answer: ({ access_token }: Issue) => ({ ok: true, access_token, token_type: 'Bearer' }),
      refuse: (error) => json({ ok: false, error: errors[error] ?? error }),
    },
    revoke: {
      url: `${issuer}/api/auth.revoke`,
      bearer: true,
      authentication: [],
      kinds: ['access'],
      answer: () => json({ ok: true, revoked: true }),
    },
    claims: ({ person }, { world }) => {
      const user = `U${subjectOf(world, id, person.id).slice(0, 9)}`
      const own = { 'https://slack.com/user_id': user, 'https://slack.com/team_id': team }
      return { ok: true, sub: user, ...own, ...person.claims }
    },
  })
}
