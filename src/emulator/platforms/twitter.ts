import { json } from '../reply.ts'
import type { Exchange, Platform } from '../types.ts'
import type { Holder, Issue, Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oauth2 } from './oauth2.ts'
import { subjectId } from './people.ts'

const id = 'twitter'
const api = 'https://api.x.com/2'

const scopes = {
  'users.read': 'Accounts you can see',
  'tweet.read': 'Posts you can see',
  'users.email': 'Email address',
  'offline.access': 'Access while you are away',
}

/** X's names of the standard's errors. */
const errors: Readonly<Record<string, string>> = {
  invalid_client: 'unauthorized_client',
  invalid_grant: 'invalid_request',
}

/**
 * A practice X: mandatory PKCE, codes for half a minute, secrets in the header only, refresh tokens for `offline.access` that
 * work once, and a profile of the requested fields.
 *
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token
 * @see https://docs.x.com/fundamentals/authentication/guides/v2-authentication-mapping
 * @see https://github.com/tweepy/tweepy/issues/2035
 * @see https://github.com/plhery/node-twitter-api-v2/issues/496
 */
export function twitter(options: Registration = {}): Platform {
  return oauth2({
    ...options,
    id,
    name: 'X',
    apps: registered(id, options.apps, httpsOrLocal),
    scopes,
    authentication: ['client_secret_basic'],
    basic: 'plain',
    pkce: 'required',
    offline: (asked) => (asked.get('scope') ?? '').split(' ').includes('offline.access'),
    lifetimes: { code: 30, access: 7200, refresh: 180 * 86_400 },
    authorize: {
      url: 'https://x.com/i/oauth2/authorize',
      required: { state: /^.{1,500}$/, scope: true },
    },
    token: { url: `${api}/oauth2/token`, answer, refuse },
    resources: [{ url: `${api}/users/me`, refuse: problem, answer: profile }],
    revoke: { url: `${api}/oauth2/revoke`, answer: () => json({ revoked: true }) },
  })
}

function answer({ access_token, refresh_token, expires_in, scope }: Issue): object {
  return { token_type: 'bearer', expires_in, access_token, scope, refresh_token }
}

function refuse(error: string, error_description: string): Response {
  return json(
    { error: errors[error] ?? error, error_description },
    error === 'invalid_client' ? 401 : 400,
  )
}

function problem(status: number, _error: string, detail: string): Response {
  const title = status === 401 ? 'Unauthorized' : 'Forbidden'
  return json({ title, type: 'about:blank', status, detail }, status)
}

/** The fields that are always returned. */
const always = ['id', 'name', 'username']

function profile({ person, grant }: Holder, { url, context }: Exchange): unknown {
  // Both are needed, although no post is read.
  const missing = ['users.read', 'tweet.read'].find((scope) => !grant.scopes.includes(scope))
  if (missing) return problem(403, 'insufficient_scope', `${missing} is missing`)
  const known: Record<string, unknown> = {
    id: subjectId(context, id, person.id),
    name: person.name,
    username: person.id,
    profile_image_url: person.picture && context.locate(person.picture),
    confirmed_email: grant.scopes.includes('users.email') ? person.email : undefined,
    ...person.claims,
  }
  const asked = [...always, ...(url.searchParams.get('user.fields') ?? '').split(',')]
  return {
    data: Object.fromEntries(Object.entries(known).filter(([name]) => asked.includes(name))),
  }
}
