import { fromJson } from '../encoding.ts'
import { json } from '../reply.ts'
import type { Exchange, Platform } from '../types.ts'
import type { Holder, Issue, Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oidc } from './oidc.ts'
import { subjectOf } from './people.ts'

const id = 'twitch'
const issuer = 'https://id.twitch.tv/oauth2'

/**
 * A practice Twitch (dev.twitch.tv/docs/authentication): scopes as lists, claims only for those who ask by the
 * parameter `claims`, errors without a code, and an API that wants the client's id in a header.
 */
export function twitch(options: Registration = {}): Platform {
  const platform = oidc({
    ...options,
    id,
    name: 'Twitch',
    issuer,
    apps: registered(id, options.apps, httpsOrLocal),
    iss: false,
    endpoints: {
      jwks: `${issuer}/keys`,
      userinfo: false,
      end_session: false,
    },
    scopes: { openid: 'Your identity', 'user:read:email': 'E-mail address' },
    authentication: ['client_secret_post'],
    pkce: 'rejected',
    refresh: 'stays',
    lifetimes: { code: 600, access: 14_124, refresh: 30 * 86_400 },
    token: {
      answer,
      refuse: (error, message) => json({ status: status(error), message }, status(error)),
    },
    revoke: {
      url: `${issuer}/revoke`,
      authentication: ['client_secret_post', 'none'],
      kinds: ['access'],
    },
    resources: [
      {
        name: 'users',
        url: 'https://api.twitch.tv/helix/users',
        headers: { 'client-id': true },
        answer: ({ app, ...holder }, exchange) =>
          exchange.headers.get('client-id') === app.client_id
            ? { data: [helix(holder, exchange)] }
            : json(
                {
                  error: 'Unauthorized',
                  status: 401,
                  message: 'Client ID and OAuth token do not match',
                },
                401,
              ),
      },
    ],
    claimsInIdToken: false,
    claims: wanted,
  })
  return platform
}

function status(error: string): number {
  return error === 'invalid_client' ? 403 : 400
}

function answer({ access_token, refresh_token, expires_in, grant }: Issue): object {
  return { access_token, expires_in, refresh_token, scope: grant.scopes, token_type: 'bearer' }
}

type Told = Pick<Holder, 'person' | 'grant'>

/** OpenID Connect Core §5.5: a claim comes if it was named, and the address only with its scope too. */
function wanted({ person, grant }: Told, { world }: Exchange): object {
  const known: Record<string, unknown> = {
    preferred_username: person.id,
    picture: person.picture && world.locate(person.picture),
    ...(grant.scopes.includes('user:read:email')
      ? { email: person.email, email_verified: person.email_verified }
      : {}),
    ...person.claims,
  }
  const { id_token } = Object(fromJson(grant.details.claims ?? '{}'))
  const asked = ['sub', 'azp', ...Object.keys(id_token ?? {})]
  // What is not asked for must not slip in from elsewhere.
  const silent = Object.fromEntries(Object.keys(known).map((name) => [name, undefined]))
  return {
    ...silent,
    ...Object.fromEntries(Object.entries(known).filter(([name]) => asked.includes(name))),
  }
}

function helix({ person }: Told, { world }: Exchange): object {
  return {
    id: subjectOf(world, id, person.id),
    login: person.id,
    display_name: person.name,
    profile_image_url: person.picture && world.locate(person.picture),
  }
}
