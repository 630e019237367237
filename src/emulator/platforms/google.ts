import { own } from '../own-property.ts'
import { deliverByForm } from '../pages/form-post.ts'
import { json, text } from '../reply.ts'
import type { Endpoint, Exchange, Platform } from '../types.ts'
import type { Issue, Registration } from './oauth2/description.ts'
import { httpsOrLocal, isRegistered, registered } from './oauth2/registration.ts'
import { type AppSignIn, appSignIn, type NativeClient } from './oidc/app-sign-in.ts'
import { mint } from './oidc/id-token.ts'
import { signingKeys } from './oidc/keys.ts'
import { oidc } from './oidc.ts'
import { type Person, practicePeople, standardClaims } from './people.ts'

const id = 'google'
const issuer = 'https://accounts.google.com'

/** The apps if none is registered. */
const practiceClients: readonly NativeClient[] = [
  { client_id: 'practice-google-ios', system: 'ios' },
  { client_id: 'practice-google-android', system: 'android' },
]

/** The registrations at the practice Google. */
export type GoogleOptions = Registration & { readonly nativeApps?: readonly NativeClient[] }

/** The full names by which token answers list short scopes. */
const full: Readonly<Record<string, string>> = {
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
  email: 'https://www.googleapis.com/auth/userinfo.email',
}

/**
 * A practice Google: refresh tokens only for `access_type=offline`, and only at the first consent or one that
 * `prompt=consent` asked for, revocation without the client's secret, the button and One Tap of its
 * Identity Services, and the sheet in apps.
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 * @see https://developers.google.com/identity/openid-connect/reference
 * @see https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 * @see https://github.com/googleapis/google-api-php-client/issues/2591
 */
export function google(options: GoogleOptions = {}): Platform {
  const { nativeApps: clients = practiceClients } = options
  const apps = registered(id, options.apps, httpsOrLocal)
  const personas = options.personas ?? practicePeople(issuer)
  const platform = oidc({
    personas,
    id,
    name: 'Google',
    issuer,
    apps,
    endpoints: {
      authorization: `${issuer}/o/oauth2/v2/auth`,
      token: 'https://oauth2.googleapis.com/token',
      userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
      revocation: 'https://oauth2.googleapis.com/revoke',
      jwks: 'https://www.googleapis.com/oauth2/v3/certs',
      end_session: false,
    },
    authentication: ['client_secret_post', 'client_secret_basic'],
    refresh: 'stays',
    offline: (asked) => asked.get('access_type') === 'offline',
    lifetimes: { code: 600, access: 3599, refresh: 180 * 86_400 },
    authorize: {
      response_modes: ['query', 'form_post'],
      callback: () => ({ authuser: '0', prompt: 'consent' }),
    },
    token: { answer },
    metadata: { code_challenge_methods_supported: ['plain', 'S256'] },
    revoke: {
      url: 'https://oauth2.googleapis.com/revoke',
      authentication: [],
      strict: true,
      refuse: (error, error_description) => json({ error, error_description }, 400),
    },
    claims: ({ grant }) => ({ azp: grant.client_id }),
  })
  const inApps = appSignIn({
    ...{ id, issuer, clients, personas, lifetime: 3600 },
    claims: (signIn) => appClaims(apps, signIn),
    answer: () => ({}),
  })
  return { ...platform, endpoints: [credential(apps, personas), inApps, ...platform.endpoints] }
}

/**
 * The audience of Android's tokens is the server, whose client id the app must pass; on iOS it is too, if the app passes one. `azp` is the
 * app.
 *
 * @see https://developer.android.com/identity/sign-in/credential-manager-siwg
 * @see https://developers.google.com/identity/sign-in/ios/backend-auth
 */
function appClaims(
  apps: NonNullable<Registration['apps']>,
  { client, person, asked }: AppSignIn,
): Readonly<Record<string, unknown>> | string {
  const server = asked.get('server_client_id')
  if (server === null && client.system === 'android')
    return 'Pass the client id of the web application as server_client_id'
  if (server !== null && !apps.some((app) => app.client_id === server))
    return 'server_client_id is no web application of this project'
  const { name, email, email_verified, picture } = person
  const aud = server ?? client.client_id
  return { aud, azp: client.client_id, name, email, email_verified, picture, ...person.claims }
}

function answer(issue: Issue, { context }: Exchange): object {
  const { access_token, refresh_token, expires_in, grant } = issue
  const scope = grant.scopes.map((one) => own(full, one) ?? one).join(' ')
  const isKnown = [...context.state.grants.values()].some(
    (other) =>
      other.id !== grant.id &&
      other.platform === id &&
      other.client_id === grant.client_id &&
      other.persona === grant.persona &&
      other.details.access_type === 'offline' &&
      !other.revoked,
  )
  const isAsked = !isKnown || grant.details.prompt?.split(' ').includes('consent')
  return {
    access_token,
    expires_in,
    scope,
    token_type: 'Bearer',
    ...(isAsked ? { refresh_token } : {}),
  }
}

/**
 * Plays Google's button and One Tap: the browser posts an ID token to the application, with the CSRF token that Google's script has also
 * put into a cookie of the application's page.
 */
function credential(
  apps: NonNullable<Registration['apps']>,
  personas: readonly Person[],
): Endpoint {
  const deliver = async ({ context, url }: Exchange): Promise<Response> => {
    const {
      client_id,
      login_uri = '',
      g_csrf_token = '',
      nonce,
      as,
    } = Object.fromEntries(url.searchParams)
    const app = apps.find((one) => one.client_id === client_id)
    const person = personas.find((one) => one.id === (as ?? personas[0]?.id))
    if (!app || !person) return json({ error: 'invalid_client' }, 401)
    if (!isRegistered(app, login_uri)) return text('login_uri is not registered', 400)
    const now = Math.floor(context.clock.now() / 1000)
    const [key] = await signingKeys(context, id, 'RS256')
    const claims = {
      ...standardClaims(context, id, person, ['profile', 'email']),
      iss: issuer,
      aud: client_id,
      azp: client_id,
      nonce,
      jti: context.random.text(40),
      nbf: now - 300,
      iat: now,
      exp: now + 3600,
    }
    const signed = (await mint({ claims, key, client_secret: '' })) ?? ''
    return deliverByForm(
      'Google',
      login_uri,
      { credential: signed, g_csrf_token, select_by: 'btn' },
      {},
    )
  }
  return { name: 'credential', url: `${issuer}/gsi/select`, methods: ['GET'], answer: deliver }
}
