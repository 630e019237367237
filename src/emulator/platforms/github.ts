import { encodeQuery } from '../encoding.ts'
import { json } from '../reply.ts'
import type { Exchange, Platform } from '../types.ts'
import type { Holder, Issue, OAuth2Description, Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oauth2 } from './oauth2.ts'
import { type Person, subjectId } from './people.ts'

const id = 'github'
const api = 'https://api.github.com'

/** A person with a GitHub account; `emails` is the answer of `/user/emails`. */
export type GitHubPerson = Person & { readonly emails?: readonly object[] }

/** The registrations at the practice GitHub. */
export type GitHubOptions = Omit<Registration, 'personas'> & {
  readonly personas?: readonly GitHubPerson[]
}

/**
 * A practice GitHub: errors with status 200, form-encoded answers unless JSON is requested, an API that demands a `User-Agent`,
 * email addresses at an endpoint of their own, and no tokens for people whose primary one is unverified.
 *
 * @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 * @see https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
 * @see https://docs.github.com/en/rest/apps/oauth-applications
 * @see https://docs.github.com/en/rest/users/emails
 * @see https://github.com/langfuse/langfuse/issues/13091
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
    basic: 'plain',
    refresh: 'none',
    lifetimes: { code: 600, access: 100 * 365 * 86_400 },
    shape: (_kind, random) => `gho_${random}`,
    authorize: {
      url: 'https://github.com/login/oauth/authorize',
      iss: () => 'https://github.com/login/oauth',
      refuse: (error, said = 'The user has denied your application access.') => ({
        error,
        error_description: said,
        error_uri: `/practice#${error}`,
      }),
    },
    token: {
      url: 'https://github.com/login/oauth/access_token',
      answer: (issue, { headers }) =>
        mainAddress(issue.person)?.verified === false
          ? refused('unverified_user_email', 'The user must have a verified primary email.')
          : encoded(issued(issue), headers),
      refuse: (error, said, about) =>
        refused(about ? 'redirect_uri_mismatch' : (errors[error] ?? error), said),
    },
    resources: [
      { url: `${api}/user`, headers: agent, refuse, answer: profile },
      { name: 'emails', url: `${api}/user/emails`, headers: agent, refuse, answer: addresses },
    ],
    revoke: {
      // The address contains the client id; here, that of the first application.
      url: `${api}/applications/${apps[0]?.client_id}/token`,
      method: 'DELETE',
      carrier: 'json',
      parameter: 'access_token',
      authentication: ['client_secret_basic'],
      kinds: ['access'],
      strict: true,
      refuse: (error, said) =>
        error === 'invalid_client' ? message(401, 'Requires authentication') : message(422, said),
      answer: () => new Response(null, { status: 204 }),
    },
  }
  return oauth2(description)
}

/** GitHub's names of the standard's errors, all of which come with status 200. */
const errors: Readonly<Record<string, string>> = {
  invalid_grant: 'bad_verification_code',
  invalid_client: 'incorrect_client_credentials',
}

function refused(error: string, error_description: string): Response {
  return json({ error, error_description, error_uri: `/practice#${error}` })
}

function refuse(status: number, error: string, said: string): Response {
  if (error === 'invalid_token') return message(status, 'Bad credentials')
  // A request without a `User-Agent` is refused before anything else is checked.
  return message(403, `Request forbidden by administrative rules: ${said}`)
}

function message(status: number, said: string): Response {
  return json(
    { message: said, documentation_url: 'https://docs.github.com/rest', status: String(status) },
    status,
  )
}

function issued({ access_token, grant }: Issue): Record<string, string> {
  return { access_token, scope: grant.scopes.join(','), token_type: 'bearer' }
}

function encoded(answer: Record<string, string>, headers: Headers): Response {
  if (headers.get('accept')?.includes('application/json')) return json(answer)
  const type = 'application/x-www-form-urlencoded; charset=utf-8'
  return new Response(encodeQuery(answer), { headers: { 'content-type': type } })
}

function profile({ person }: Holder, { context }: Exchange): object {
  const login = person.id
  return {
    login,
    id: Number(subjectId(context, id, person.id).slice(0, 9)),
    node_id: `MDQ6VXNlcjE${login}`,
    avatar_url: person.picture && context.locate(person.picture),
    html_url: `https://github.com/${login}`,
    type: 'User',
    site_admin: false,
    name: person.name,
    email: null,
    ...person.claims,
  }
}

// GitHub answers 404 without the scope.
function addresses({ person, grant }: Holder): unknown {
  const isAllowed = grant.scopes.some((scope) => scope === 'user:email' || scope === 'user')
  return isAllowed ? emailAddresses(person) : message(404, 'Not Found')
}

function emailAddresses(person: GitHubPerson): readonly object[] {
  const { email, email_verified: verified = false, emails } = person
  const own = email === undefined ? [] : [{ email, primary: true, verified, visibility: 'private' }]
  return emails ?? own
}

function mainAddress(person: Person): { verified?: unknown } | undefined {
  return emailAddresses(person).find((entry) => 'primary' in entry && entry.primary === true)
}
