import { signJwt } from '../jwt.ts'
import { json } from '../reply.ts'
import type { Endpoint, Exchange, Platform } from '../types.ts'
import type { Holder, Issue, Registration } from './oauth2/description.ts'
import { httpsOrLocal, type Objection, registered } from './oauth2/registration.ts'
import { oidc } from './oidc.ts'
import { type Person, practicePeople, standardClaims, subjectId } from './people.ts'

const id = 'microsoft-entra-id'
const host = 'https://login.microsoftonline.com'
const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'
const work = '9122040d-6c67-4c5b-b112-36a304b66dad'

/** A person with an account in a tenant; all personal accounts share one. */
export type EntraPerson = Person & { readonly tid?: string }

/** The registrations at the practice Entra ID. */
export type EntraOptions = Omit<Registration, 'personas'> & {
  readonly personas?: readonly EntraPerson[]
  /** The tenants whose people may sign in: `common` (all) when left out, `organizations`, `consumers`, or one tenant's id or domain. */
  readonly tenant?: string
}

/**
 * A practice Microsoft Entra ID: one set of endpoints per tenant, ID tokens issued by the person's own tenant, a subject for
 * each application, refresh tokens for `offline_access`, no photos, and no claim that an email address is verified.
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/userinfo
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/reply-url
 * @see https://learn.microsoft.com/en-us/graph/api/profilephoto-get
 */
export function microsoftEntraId(options: EntraOptions = {}): Platform {
  const { tenant = 'common', personas = practicePeople(host) } = options
  const base = `${host}/${tenant}`
  const platform = oidc({
    ...options,
    id,
    name: 'Microsoft',
    issuer: `${base}/v2.0`,
    apps: registered(id, options.apps, findObjection(tenant)),
    personas: personas.filter((person) => mayEnter(tenant, tenantId(person))),
    iss: false,
    endpoints: {
      authorization: `${base}/oauth2/v2.0/authorize`,
      token: `${base}/oauth2/v2.0/token`,
      jwks: `${base}/discovery/v2.0/keys`,
      userinfo: 'https://graph.microsoft.com/oidc/userinfo',
      end_session: `${base}/oauth2/v2.0/logout`,
      revocation: false,
    },
    metadata: {
      subject_types_supported: ['pairwise'],
      // The issuer has the tenant's id even if the address has its domain, and a placeholder where there are many.
      issuer: `${host}/${onlyTenant(tenant) ?? '{tenantid}'}/v2.0`,
    },
    authentication: ['client_secret_post', 'client_secret_basic', 'private_key_jwt'],
    offline: (asked) => (asked.get('scope') ?? '').split(' ').includes('offline_access'),
    lifetimes: { code: 600, access: 3599, refresh: 90 * 86_400 },
    // Scopes of any API may be asked for.
    scopes: undefined,
    authorize: {
      required: { scope: true },
      // Several values at once are refused as AADSTS90023, "Unsupported 'prompt' value".
      prompts: ['login', 'none', 'consent', 'select_account', 'create'],
      refuse: (error, said = 'the user canceled the authentication') => ({
        error,
        error_description: said,
      }),
    },
    token: { answer, refuse },
    userinfo: { answer: profile },
    claims: identity,
    // ID tokens of the token endpoint have neither `at_hash` nor `auth_time`.
    mint: ({ claims: { at_hash, auth_time, ...claims }, key }) => {
      const own = { ...claims, nbf: claims.iat, iss: `${host}/${String(claims.tid)}/v2.0` }
      return signJwt({ alg: 'RS256', kid: key.kid, typ: 'JWT' }, own, 'RS256', key.pair.privateKey)
    },
  })
  return { ...platform, endpoints: [...platform.endpoints, photo] }
}

/** The photo endpoint of a directory without photos. */
const photo: Endpoint = {
  name: 'photo',
  url: 'https://graph.microsoft.com/v1.0/me/photos/48x48/$value',
  methods: ['GET'],
  answer: () =>
    json({ error: { code: 'ImageNotFound', message: 'The photo was not found.' } }, 404),
}

/** The claims of an ID token: the full name only, and no picture. */
function identity(
  { person, grant }: Pick<Holder, 'person' | 'grant'>,
  { context }: Exchange,
): object {
  const named = {
    preferred_username: person.email ?? `${person.id}@people.test`,
    oid: subjectId(context, `${id} object`, person.id),
  }
  return {
    sub: subjectId(context, `${id} ${grant.client_id}`, person.id),
    tid: tenantId(person),
    ver: '2.0',
    email_verified: undefined,
    given_name: undefined,
    family_name: undefined,
    picture: undefined,
    ...(grant.scopes.includes('profile') ? named : {}),
    ...person.claims,
  }
}

/** The profile of Microsoft Graph: all names, and a picture that needs the access token too. */
function profile(holder: Holder, exchange: Exchange): object {
  const { person, grant } = holder
  const { name, given_name, family_name, email } = standardClaims(
    exchange.context,
    id,
    person,
    grant.scopes,
  )
  const { sub } = Object(identity(holder, exchange))
  const picture = name === undefined ? name : 'https://graph.microsoft.com/v1.0/me/photo/$value'
  return { sub, name, given_name, family_name, picture, email }
}

/** Entra's rules for redirect addresses: only work and school accounts allow a query. */
function findObjection(tenant: string): Objection {
  return (uri) => {
    if (/[!$'(),;]/.test(uri.href)) return "it must not contain ! $ ' ( ) , ;"
    if (uri.href.length > 256) return 'it must have 256 characters at most'
    if (uri.search !== '' && mayEnter(tenant, personal)) {
      return 'it must have no query where personal accounts may sign in'
    }
    return httpsOrLocal(uri)
  }
}

function tenantId(person: EntraPerson): string {
  return person.tid ?? String(person.claims?.tid ?? work)
}

function mayEnter(tenant: string, tid: string): boolean {
  if (tenant === 'common') return true
  if (tenant === 'organizations') return tid !== personal
  return tid === onlyTenant(tenant)
}

/** The id of the only tenant, if there is one. Any domain is the practice organization's. */
function onlyTenant(tenant: string): string | undefined {
  if (/^(common|organizations)$/.test(tenant)) return undefined
  if (tenant === 'consumers') return personal
  return tenant.includes('.') ? work : tenant
}

function answer({ access_token, refresh_token, expires_in, scope }: Issue): object {
  return {
    token_type: 'Bearer',
    scope,
    expires_in,
    ext_expires_in: expires_in,
    access_token,
    refresh_token,
  }
}

/** The numbers that Microsoft's own documentation lists with the standard's errors. */
const numbers: Readonly<Record<string, number>> = {
  invalid_client: 7_000_215,
  invalid_grant: 54_005,
  invalid_request: 900_144,
  invalid_scope: 70_011,
}

function refuse(error: string, description: string): Response {
  const number = numbers[error] ?? 900_144
  return json(
    {
      error,
      error_description: `AADSTS${number}: ${description}`,
      error_codes: [number],
      timestamp: '2026-01-01 00:00:00Z',
      trace_id: '00000000-0000-0000-0000-000000000000',
      correlation_id: '00000000-0000-0000-0000-000000000000',
    },
    error === 'invalid_client' ? 401 : 400,
  )
}
