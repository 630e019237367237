import { encodeQuery } from '../encoding.ts'
import { json, text } from '../reply.ts'
import type { Exchange, Platform } from '../types.ts'
import type { Holder, Issue, OAuth2Description, Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oauth2 } from './oauth2.ts'
import { type Person, subjectOf } from './people.ts'

const id = 'github'
const api = 'https://api.github.com'

/** Somebody with a GitHub account; `emails` is what the second address lists. */
export type GitHubPerson = Person & { readonly emails?: readonly object[] }

/** What to register with the practice GitHub. */
export type GitHubOptions = Omit<Registration, 'personas'> & {
  readonly personas?: readonly GitHubPerson[]
}

/** GitHub's own words for the standard's errors; all come with the status of a success. */
const errors: Readonly<Record<string, string>> = {
  invalid_grant: 'bad_verification_code',
  invalid_client: 'incorrect_client_credentials',
}

/**
 * A practice GitHub (docs.github.com/en/apps/oauth-apps): refusals with status 200, answers in form encoding to
 * whoever does not ask for JSON, an API that turns nameless agents away, and e-mail addresses at an address of
 * their own.
 */
export function github(options: GitHubOptions = {}): Platform {
  const apps = registered(id, options.apps, httpsOrLocal)
  const agent = { 'user-agent': true } as const
  const description: OAuth2Description = {
    ...options,
    id,
    name: 'GitHub',
    apps,
    authentication: ['client_secret_post'],
    refresh: 'none',
    lifetimes: { code: 600, access: 100 * 365 * 86_400 },
    shape: (_kind, random) => `gho_${random}`,
    authorize: {
      url: 'https://github.com/login/oauth/authorize',
      iss: () => 'https://github.com/login/oauth',
    },
    token: {
      url: 'https://github.com/login/oauth/access_token',
      answer: (issue, { headers }) => encoded(issued(issue), headers),
      refuse: (error, error_description) =>
        json({ error: errors[error] ?? error, error_description, error_uri: `${api}/practice` }),
    },
    resources: [
      { url: `${api}/user`, headers: agent, answer: profile },
      { name: 'emails', url: `${api}/user/emails`, headers: agent, answer: addresses },
    ],
    revoke: {
      // One application has one address; the practice application's is the first.
      url: `${api}/applications/${apps[0]?.client_id}/token`,
      method: 'DELETE',
      carrier: 'json',
      parameter: 'access_token',
      authentication: ['client_secret_basic'],
      kinds: ['access'],
      answer: () => new Response(null, { status: 204 }),
    },
  }
  return oauth2(description)
}

function issued({ access_token, grant }: Issue): Record<string, string> {
  return { access_token, scope: grant.scopes.join(','), token_type: 'bearer' }
}

function encoded(answer: Record<string, string>, headers: Headers): Response {
  if (headers.get('accept')?.includes('application/json')) return json(answer)
  const type = 'application/x-www-form-urlencoded; charset=utf-8'
  return new Response(encodeQuery(answer), { headers: { 'content-type': type } })
}

function profile({ person }: Holder, { world }: Exchange): object {
  const login = person.id
  return {
    login,
    id: Number(subjectOf(world, id, person.id).slice(0, 9)),
    node_id: `MDQ6VXNlcjE${login}`,
    avatar_url: person.picture && world.locate(person.picture),
    html_url: `https://github.com/${login}`,
    type: 'User',
    site_admin: false,
    name: person.name,
    email: null,
    ...person.claims,
  }
}

// Without the scope, the address does not exist as far as GitHub is concerned.
function addresses({ person, grant }: Holder): unknown {
  if (!grant.scopes.includes('user:email') && !grant.scopes.includes('user')) {
    return text('{"message":"Not Found","status":"404"}', 404)
  }
  const { email, email_verified: verified = false } = person
  const own = email === undefined ? [] : [{ email, primary: true, verified, visibility: 'private' }]
  return (person as GitHubPerson).emails ?? own
}
