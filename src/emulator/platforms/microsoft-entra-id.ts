import { signJwt } from '../jwt.ts'
import { json } from '../reply.ts'
import type { Platform } from '../types.ts'
import type { Issue, Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oidc } from './oidc.ts'
import { type Person, practicePeople } from './people.ts'

const id = 'microsoft-entra-id'
const host = 'https://login.microsoftonline.com'
const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'
const work = '9122040d-6c67-4c5b-b112-36a304b66dad'

/** Somebody with an account in a tenant; personal accounts share one. */
export type EntraPerson = Person & { readonly tid?: string }

/** What to register with the practice Entra ID. */
export type EntraOptions = Omit<Registration, 'personas'> & {
  readonly personas?: readonly EntraPerson[]
  /** Whose people may sign in: `common` (all) when left out, `organizations`, `consumers`, or one tenant's id. */
  readonly tenant?: string
}

/**
 * A practice Microsoft Entra ID (learn.microsoft.com/entra/identity-platform): one set of endpoints per tenant, tokens
 * issued in the name of the person's own tenant, refresh tokens for `offline_access`.
 */
export function microsoftEntraId(options: EntraOptions = {}): Platform {
  const { tenant = 'common', personas = practicePeople(host) } = options
  const base = `${host}/${tenant}`
  const isShared = /^(common|organizations|consumers)$/.test(tenant)
  return oidc({
    ...options,
    id,
    name: 'Microsoft',
    issuer: `${base}/v2.0`,
    apps: registered(id, options.apps, httpsOrLocal),
    personas: personas.filter((person) => mayEnter(tenant, tidOf(person))),
    iss: false,
    endpoints: {
      authorization: `${base}/oauth2/v2.0/authorize`,
      token: `${base}/oauth2/v2.0/token`,
      jwks: `${base}/discovery/v2.0/keys`,
      userinfo: 'https://graph.microsoft.com/oidc/userinfo',
      end_session: `${base}/oauth2/v2.0/logout`,
      revocation: false,
    },
    ...(isShared && { metadata: { issuer: `${host}/{tenantid}/v2.0` } }),
    authentication: ['client_secret_post', 'client_secret_basic', 'private_key_jwt'],
    offline: (asked) => (asked.get('scope') ?? '').split(' ').includes('offline_access'),
    lifetimes: { code: 600, access: 3599, refresh: 90 * 86_400 },
    // Scopes of any API may be asked for.
    scopes: undefined,
    token: { answer, refuse },
    claims: ({ person }) => ({
      tid: tidOf(person),
      ver: '2.0',
      ...noWordOnProof,
      ...person.claims,
    }),
    mint: ({ claims, key }) => {
      const own = { ...claims, iss: `${host}/${String(claims.tid)}/v2.0` }
      return signJwt({ alg: 'RS256', kid: key.kid, typ: 'JWT' }, own, 'RS256', key.pair.privateKey)
    },
  })
}

/** Whoever runs a tenant writes the addresses in it; nothing is said about proof. */
const noWordOnProof = { email_verified: undefined }

function tidOf(person: EntraPerson): string {
  return person.tid ?? String(person.claims?.tid ?? work)
}

function mayEnter(tenant: string, tid: string): boolean {
  if (tenant === 'common') return true
  if (tenant === 'organizations') return tid !== personal
  return tid === (tenant === 'consumers' ? personal : tenant)
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
}

function refuse(error: string, description: string): Response {
  const number = numbers[error] ?? 900_144
  return json(
    {
      error,
      error_description: `AADSTS${number}: ${description}`,
      error_codes: [number],
      trace_id: '00000000-0000-0000-0000-000000000000',
      correlation_id: '00000000-0000-0000-0000-000000000000',
    },
    error === 'invalid_client' ? 401 : 400,
  )
}
