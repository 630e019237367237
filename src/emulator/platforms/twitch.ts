import { fromJson } from '../encoding.ts'
import { json } from '../reply.ts'
import type { Exchange, Platform } from '../types.ts'
import type { Holder, Issue, Registration, ResourceDescription } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oidc } from './oidc.ts'
import { subjectId } from './people.ts'

const id = 'twitch'
const issuer = 'https://id.twitch.tv/oauth2'

/**
 * A practice Twitch: scopes as lists, only the claims that the parameter `claims` requests, errors without a code, refreshed
 * tokens without a lifetime, and an API that demands the client's id in a header.
 *
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/
 * @see https://dev.twitch.tv/docs/authentication/refresh-tokens/
 * @see https://dev.twitch.tv/docs/authentication/revoke-tokens
 */
export function twitch(options: Registration = {}): Platform {
  return oidc({
    ...options,
    id,
    name: 'Twitch',
    issuer,
    apps: registered(id, options.apps, httpsOrLocal),
    iss: false,
    endpoints: {
      jwks: `${issuer}/keys`,
      end_session: false,
    },
    metadata: {
      scopes_supported: ['openid'],
      claims_parameter_supported: true,
      response_modes_supported: undefined,
      grant_types_supported: undefined,
      revocation_endpoint: undefined,
      authorization_response_iss_parameter_supported: undefined,
    },
    scopes: { openid: 'Your identity', 'user:read:email': 'Email address' },
    authentication: ['client_secret_post'],
    pkce: 'rejected',
    lifetimes: { code: 600, access: 14_124, refresh: 30 * 86_400 },
    authorize: {
      response_modes: ['query'],
      choice: { force_verify: 'true' },
      refuse: (error, said = 'The user denied you access') => ({ error, error_description: said }),
    },
    token: {
      answer,
      refuse: (error, message) =>
        error === 'invalid_client' ? refuse(403, message) : refuse(400, message),
    },
    revoke: {
      url: `${issuer}/revoke`,
      authentication: ['client_secret_post', 'none'],
      kinds: ['access'],
      strict: true,
      refuse: (error) =>
        error === 'invalid_client'
          ? json({ status: 404, message: 'client does not exist' }, 404)
          : json({ status: 400, message: 'Invalid token' }, 400),
    },
    resources,
    claimsInIdToken: false,
    claims: (told, exchange) => wanted('id_token', told, exchange),
  })
}

const resources: readonly ResourceDescription[] = [
  {
    url: `${issuer}/userinfo`,
    scope: 'openid',
    refuse: (status, _error, message) => refuse(status, message),
    answer: (holder, exchange) => userinfo(holder, exchange),
  },
  {
    name: 'users',
    url: 'https://api.twitch.tv/helix/users',
    headers: { 'client-id': true },
    refuse: (_status, _error, message) => refuse(401, message),
    answer: ({ app, ...holder }, exchange) =>
      exchange.headers.get('client-id') === app.client_id
        ? { data: [helix(holder, exchange)] }
        : refuse(401, 'Client ID and OAuth token do not match'),
  },
]

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
}

function refuse(status: number, message: string): Response {
  return json({ error: reasons[status], status, message }, status)
}

function answer({ access_token, refresh_token, expires_in, grant, refreshed }: Issue): unknown {
  const body = { access_token, refresh_token, scope: grant.scopes, token_type: 'bearer' }
  return refreshed ? json(body) : { ...body, expires_in }
}

type Told = Pick<Holder, 'person' | 'grant'>

/** OpenID Connect Core §5.5: only requested claims are returned, and the email address only with its scope. */
function wanted(
  place: 'id_token' | 'userinfo',
  { person, grant }: Told,
  { context }: Exchange,
): object {
  const known: Record<string, unknown> = {
    preferred_username: person.id,
    picture: person.picture && context.locate(person.picture),
    ...(grant.scopes.includes('user:read:email')
      ? { email: person.email, email_verified: person.email_verified }
      : {}),
    ...person.claims,
  }
  const { [place]: names } = Object(fromJson(grant.details.claims ?? '{}'))
  const asked = ['sub', 'azp', ...Object.keys(names ?? {})]
  // Standard claims that were not requested are removed by `undefined`.
  const silent = Object.fromEntries(Object.keys(known).map((name) => [name, undefined]))
  return {
    ...silent,
    ...Object.fromEntries(Object.entries(known).filter(([name]) => asked.includes(name))),
  }
}

function userinfo(holder: Holder, exchange: Exchange): object {
  const { context } = exchange
  const now = Math.floor(context.clock.now() / 1000)
  return {
    aud: holder.app.client_id,
    azp: holder.app.client_id,
    exp: now + 900,
    iat: now,
    iss: issuer,
    sub: subjectId(context, id, holder.person.id),
    ...wanted('userinfo', holder, exchange),
  }
}

function helix({ person, grant }: Told, { context }: Exchange): object {
  return {
    id: subjectId(context, id, person.id),
    login: person.id,
    display_name: person.name,
    type: '',
    broadcaster_type: '',
    description: '',
    profile_image_url: person.picture && context.locate(person.picture),
    offline_image_url: '',
    ...(grant.scopes.includes('user:read:email') ? { email: person.email } : {}),
  }
}
