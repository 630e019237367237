import type { Credentials } from '../client-authentication.ts'
import { importJwk, isSignedBy, readJwt } from '../jwt.ts'
import { json } from '../reply.ts'
import type { Exchange, Platform } from '../types.ts'
import type { Holder, Issue, OAuth2App, Registration } from './oauth2/description.ts'
import { type Objection, registered } from './oauth2/registration.ts'
import { type AppSignIn, appSignIn, type NativeClient } from './oidc/app-sign-in.ts'
import { oidc } from './oidc.ts'
import { type Person, practicePeople } from './people.ts'

const id = 'apple'
const issuer = 'https://appleid.apple.com'

/** Six months, as Apple counts them. */
const maxSecretLifetimeSeconds = 15_777_000

/** A Services ID. Its secrets are tokens signed with the team's key, whose public half Apple knows. */
export type AppleApp = OAuth2App & { readonly teamId?: string }

/** The registrations at the practice Apple. */
export type AppleOptions = Omit<Registration, 'apps'> & {
  readonly apps?: readonly AppleApp[]
  readonly nativeApps?: readonly NativeClient[]
}

/** The app if none is registered. */
const practiceClients: readonly NativeClient[] = [{ client_id: 'com.practice.app', system: 'ios' }]

const objection: Objection = ({ protocol, hostname }) =>
  protocol === 'https:' && hostname !== 'localhost' && !/^[\d.]+$|^\[/.test(hostname)
    ? undefined
    : 'it must be https with a domain name'

/**
 * A practice Apple: secrets that the application signs itself, answers posted as a form, a name that is sent once,
 * refreshes that return an access token only, and the sheet in apps.
 *
 * @see https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens
 * @see https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens
 * @see https://developer.apple.com/forums/thread/123909
 * @see https://github.com/aboutyou/dart_packages/pull/97
 */
export function apple({ nativeApps = practiceClients, ...options }: AppleOptions = {}): Platform {
  const apps = registered(id, options.apps, objection)
  const personas = options.personas ?? practicePeople(issuer)
  const platform = oidc({
    ...options,
    personas,
    id,
    name: 'Apple',
    issuer,
    apps,
    iss: false,
    endpoints: {
      authorization: `${issuer}/auth/authorize`,
      token: `${issuer}/auth/token`,
      jwks: `${issuer}/auth/keys`,
      revocation: `${issuer}/auth/revoke`,
      userinfo: false,
      end_session: false,
    },
    always: true,
    scopes: { openid: 'Your identity', name: 'Name', email: 'Email address' },
    authentication: ['client_secret_post'],
    verifySecret: (app, secret, exchange) => isSignedSecret(app, secret, exchange),
    pkce: 'rejected',
    refresh: 'stays',
    lifetimes: { code: 300, access: 3600, refresh: 100 * 365 * 86_400 },
    authorize: {
      response_modes: ['form_post'],
      // Apple demands it of every request for a name or an email address.
      required: { response_mode: 'form_post' },
      refuse: (error) => ({
        error: error === 'access_denied' ? 'user_cancelled_authorize' : error,
      }),
      callback: firstTime,
    },
    token: {
      answer,
      refuse: (error, error_description) => json({ error, error_description }, 400),
    },
    metadata: {
      subject_types_supported: ['pairwise'],
      grant_types_supported: undefined,
      authorization_response_iss_parameter_supported: undefined,
    },
    claims: ({ person }) => personClaims(person),
  })
  const inApps = appSignIn({
    ...{ id, issuer, clients: nativeApps, personas, lifetime: 86_400 },
    claims: ({ client, person }) =>
      client.system === 'ios'
        ? { aud: client.client_id, ...personClaims(person) }
        : 'Apple has no library for this system',
    answer: appAnswer,
  })
  return { ...platform, endpoints: [inApps, ...platform.endpoints] }
}

function personClaims(person: Person): Readonly<Record<string, unknown>> {
  return {
    nonce_supported: true,
    email: person.email,
    // Apple sends the text "true" or "false".
    email_verified: person.email_verified === undefined ? undefined : String(person.email_verified),
    ...person.claims,
  }
}

/**
 * The library returns the name at the first sign-in only.
 *
 * @see https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential
 */
function appAnswer({ client, person }: AppSignIn, { context }: Exchange): object {
  const note = `${id} told ${client.client_id} ${person.id}`
  if (context.state.notes.has(note)) return {}
  context.state.notes.set(note, {})
  const [givenName, ...rest] = person.name.split(' ')
  return { fullName: { givenName, familyName: rest.join(' ') }, email: person.email }
}

function answer({ access_token, refresh_token, expires_in, refreshed }: Issue): unknown {
  const body = { access_token, token_type: 'Bearer', expires_in, refresh_token }
  return refreshed ? json(body) : body
}

/** The name comes with the first consent only, as JSON in the callback. */
function firstTime(
  { person, app }: Omit<Holder, 'grant'>,
  { context }: Exchange,
): Record<string, string> {
  const isKnown = [...context.state.codes.values()].some(
    (code) =>
      code.platform === id &&
      code.client_id === app.client_id &&
      code.persona === person.id &&
      code.grant,
  )
  if (isKnown) return {}
  const [firstName, ...rest] = person.name.split(' ')
  const user = { name: { firstName, lastName: rest.join(' ') }, email: person.email }
  return { user: JSON.stringify(user) }
}

async function isSignedSecret(
  app: Credentials,
  secret: string,
  { context }: Exchange,
): Promise<boolean> {
  // The practice application has an ordinary secret, so that practising needs no key.
  if (!app.jwks) return secret !== '' && secret === app.client_secret
  const jwt = readJwt(secret)
  const jwk = app.jwks.find((key) => 'kid' in key && key.kid === jwt?.header.kid)
  if (!jwt || !jwk || jwt.header.alg !== 'ES256') return false
  const { iss, iat, exp, aud, sub } = jwt.claims
  const now = context.clock.now() / 1000
  const isTimely =
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    iat <= now + 60 &&
    exp > now &&
    exp <= now + maxSecretLifetimeSeconds
  const isAddressed = aud === issuer && sub === app.client_id
  const isOwn = iss === ('teamId' in app ? app.teamId : undefined)
  return isTimely && isAddressed && isOwn && isSignedBy(jwt, 'ES256', await importJwk(jwk, 'ES256'))
}
