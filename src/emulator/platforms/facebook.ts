import type { Parameters } from '../authorization.ts'
import { hmacHex } from '../encoding.ts'
import { json } from '../reply.ts'
import { bearer } from '../request.ts'
import type { Exchange, Platform } from '../types.ts'
import type { Holder, Issue, OAuth2Description, Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oauth2 } from './oauth2.ts'
import { subjectId } from './people.ts'

const id = 'facebook'
const graph = 'https://graph.facebook.com/v24.0'

/** The registrations at the practice Facebook. */
export type FacebookOptions = Registration & {
  /** The setting "Require app secret": every call must carry an `appsecret_proof`. */
  readonly requireProof?: boolean
}

/** Facebook's numbers for the standard's errors. */
const numbers: Readonly<Record<string, number>> = {
  invalid_client: 101,
  invalid_grant: 100,
  invalid_token: 190,
  insufficient_scope: 200,
}

/**
 * A practice Facebook: errors in an envelope with numbers, a profile of exactly the requested fields, and revocation with the
 * person's own token.
 *
 * @see https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 * @see https://developers.facebook.com/docs/graph-api/reference/user/permissions/
 * @see https://github.com/simi/omniauth-facebook/issues/124
 */
export function facebook(options: FacebookOptions = {}): Platform {
  const description: OAuth2Description = {
    ...options,
    id,
    name: 'Facebook',
    apps: registered(id, options.apps, httpsOrLocal),
    scopes: { public_profile: 'Name and picture', email: 'Email address' },
    authentication: ['client_secret_post'],
    pkce: 'rejected',
    refresh: 'none',
    lifetimes: { code: 600, access: 5_183_944 },
    shape: (_kind, random) => `EAAG${random}`,
    authorize: { url: 'https://www.facebook.com/v24.0/dialog/oauth', refuse: declined },
    token: {
      url: `${graph}/oauth/access_token`,
      answer: ({ access_token, expires_in }: Issue) => ({
        access_token,
        token_type: 'bearer',
        expires_in,
      }),
      refuse: (error, message) => refuse(numbers[error] ?? 1, message),
    },
    resources: [
      {
        url: `${graph}/me`,
        refuse: (_status, error, message) => refuse(numbers[error] ?? 1, message),
        answer: (holder, exchange) => profile(options, holder, exchange),
      },
    ],
    revoke: {
      url: `${graph}/me/permissions`,
      method: 'DELETE',
      bearer: true,
      authentication: [],
      kinds: ['access'],
      strict: true,
      answer: () => json({ success: true }),
    },
  }
  return oauth2(description)
}

function declined(error: string, description = 'Permissions error'): Parameters {
  const said = { error, error_code: '200', error_description: description }
  return error === 'access_denied' ? { ...said, error_reason: 'user_denied' } : said
}

function refuse(code: number, message: string): Response {
  const error = { message, type: 'OAuthException', code, fbtrace_id: 'practice' }
  return json({ error }, 400)
}

async function profile(
  { requireProof }: FacebookOptions,
  { person, grant, app }: Holder,
  { url, headers, context }: Exchange,
): Promise<unknown> {
  const proof = await hmacHex(app.client_secret ?? '', bearer(headers) ?? '')
  const given = url.searchParams.get('appsecret_proof')
  if (given === null ? requireProof : given !== proof) {
    return refuse(100, 'API calls from the server require an appsecret_proof argument')
  }
  const known: Record<string, unknown> = {
    id: subjectId(context, id, person.id),
    name: person.name,
    email: person.email,
    picture: {
      data: { url: person.picture && context.locate(person.picture), is_silhouette: false },
    },
    ...person.claims,
  }
  if (!grant.scopes.includes('email')) delete known.email
  // `picture.type(large)` asks for the field `picture`.
  const asked = (url.searchParams.get('fields') ?? 'id,name')
    .split(',')
    .map((field) => field.split('.')[0])
  return Object.fromEntries(
    Object.entries(known).filter(([name]) => name === 'id' || asked.includes(name)),
  )
}
