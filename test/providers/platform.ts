import type { OAuth2Description, OidcDescription, Platform } from '../../src/emulator/index.ts'
import { oauth2, oidc } from '../../src/emulator/index.ts'
import { secretKey, signJwt } from '../../src/emulator/jwt.ts'
import { signingKeys } from '../../src/emulator/platforms/oidc/keys.ts'
import type { Exchange } from '../../src/emulator/types.ts'
import { origin } from '../setup.ts'
import type { Enforces, Sample, Wanted } from './sample.ts'

/** Elliptic keys are made in no time, unlike RSA's; who signs profiles says how. */
function algorithmOf({ enforces }: Sample): 'RS256' | 'ES256' {
  return enforces.userinfo?.contentType ? 'RS256' : 'ES256'
}

/** What the application is to the platform. */
export interface Client {
  clientId: string
  clientSecret: string
}

/** When a platform gives refresh tokens: never, always, or only to requests with these parameters. */
export type Offline = boolean | Record<string, string>

/** A strict platform out of a sample. The provider file has no part in it, so that one can prove the other. */
export function platformOf(id: string, sample: Sample, client: Client, offline: Offline): Platform {
  return sample.claims
    ? oidc(openId(id, sample, client, offline))
    : oauth2(plain(id, sample, client, offline))
}

function plain(id: string, sample: Sample, client: Client, offline: Offline): OAuth2Description {
  const { endpoints, enforces } = sample
  const { authorization = '', token = '' } = endpoints
  return {
    ...common(id, sample, client, offline),
    authorize: { url: authorization, ...authorizeRules(sample, client) },
    token: { url: token, ...tokenRules(sample, client) },
    resources: resources(id, sample, client),
    ...(endpoints.revocation && { revoke: revokeRules(endpoints.revocation, enforces) }),
  }
}

function openId(id: string, sample: Sample, client: Client, offline: Offline): OidcDescription {
  const { endpoints, enforces, claims } = sample
  const {
    issuer = '',
    discovery,
    revocation,
    userinfo,
    authorization,
    token,
    endSession,
  } = endpoints
  const { tenant, alg } = enforces.idToken ?? {}
  const base = issuer.replace('{tenantid}', 'common')
  const { iss, ...authorize } = authorizeRules(sample, client)
  return {
    ...common(id, sample, client, offline),
    issuer: base,
    algorithm: algorithmOf(sample),
    iss: iss !== undefined,
    endpoints: {
      ...(discovery && { discovery }),
      ...(authorization && { authorization }),
      ...(token && { token }),
      userinfo: sample.profile ? (userinfo ?? `${base.replace(/\/$/, '')}/userinfo`) : false,
      revocation: revocation ?? false,
      end_session: endSession ?? false,
    },
    authorize,
    token: tokenRules(sample, client),
    claimsInIdToken: false,
    claims: () => ({ ...claims }),
    ...((sample.profile || sample.also) && {
      resources: resources(id, sample, client, `${base.replace(/\/$/, '')}/userinfo`),
    }),
    ...(revocation && { revoke: revokeRules(revocation, enforces) }),
    ...(tenant && { metadata: { issuer } }),
    ...((tenant || alg) && { mint: minted(issuer.replace('{tenantid}', tenant ?? ''), alg) }),
  }
}

function minted(issuer: string, alg: 'HS256' | undefined): NonNullable<OidcDescription['mint']> {
  return async ({ claims, key, client_secret }) => {
    const own = { ...claims, iss: issuer }
    if (alg) return signJwt({ alg }, own, alg, await secretKey(client_secret))
    return signJwt({ alg: key.algorithm, kid: key.kid }, own, key.algorithm, key.pair.privateKey)
  }
}

type Common = Omit<OAuth2Description, 'authorize' | 'token' | 'resources' | 'revoke'>

function common(id: string, sample: Sample, client: Client, offline: Offline): Common {
  const { enforces, token } = sample
  const lifetime = Number(found(token, 'expires_in') || 3600)
  return {
    id,
    separator: enforces.scopeSeparator,
    // Any scope passes: what a platform calls them is its own business.
    scopes: undefined,
    authentication: [enforces.clientAuth],
    pkce: enforces.pkce,
    ...(enforces.challenge && { challenge: enforces.challenge }),
    ...(enforces.names && { names: enforces.names }),
    refresh: offline ? 'rotates' : 'none',
    offline: (asked) => typeof offline !== 'object' || includesAll(asked, offline),
    shape: (kind, random) => String(found(token, `${kind}_token`) ?? kind) + random,
    lifetimes: { access: lifetime, refresh: 2 * lifetime + 90 * 86_400 },
    personas: [{ id: 'sample', name: sample.user.name ?? 'Somebody' }],
    apps: [
      {
        client_id: client.clientId,
        ...(enforces.clientAuth !== 'none' && { client_secret: client.clientSecret }),
        redirect_uris: [`${origin}/api/auth/callback/${id}`],
      },
    ],
  }
}

function includesAll(asked: URLSearchParams, wanted: Record<string, string>): boolean {
  return Object.entries(wanted).every(([name, value]) =>
    asked.get(name)?.split(/[ ,]/).includes(value),
  )
}

function authorizeRules({ enforces, callback }: Sample, client: Client) {
  const { parameters, forbidden, responseMode, iss, code } = enforces.authorize ?? {}
  return {
    required: {
      ...filled(parameters, client),
      ...(responseMode && { response_mode: responseMode }),
    },
    response_modes: ['query', 'form_post'] as const,
    ...(forbidden && { forbidden }),
    ...(iss && { iss: () => iss }),
    ...(code && { code }),
    ...(callback && { callback: () => callback }),
  }
}

function tokenRules(sample: Sample, client: Client): Omit<OAuth2Description['token'], 'url'> {
  const { token: rules = {} } = sample.enforces
  const { body = 'form', names, headers, query, parameters, status = 200, contentType } = rules
  return {
    carrier: body,
    method: body === 'query' ? 'GET' : 'POST',
    required: filled(parameters, client),
    headers: filled(headers, client),
    query: filled(query, client),
    ...(names && { names }),
    ...(sample.endpoints.refresh && { refreshUrl: sample.endpoints.refresh }),
    answer(issue) {
      const { access_token, refresh_token } = issue
      const answer = reissued(sample.token, { access_token, refresh_token })
      if (status === 200 && !contentType) return answer
      return new Response(JSON.stringify(answer), {
        status,
        headers: { 'content-type': contentType ?? 'application/json' },
      })
    },
  }
}

const spellings: Record<string, string> = {
  access_token: 'access_token',
  accessToken: 'access_token',
  refresh_token: 'refresh_token',
  refreshToken: 'refresh_token',
}

/** The documented answer with tokens of today in the place of the documented ones. */
function reissued(answer: Sample['token'], tokens: Record<string, string | undefined>): object {
  const wrapped = Object.keys(answer).find((key) => found(answer[key], 'access_token'))
  if (wrapped && !spelled(answer, 'access_token')) {
    const inner = answer[wrapped]
    const renew = (item: unknown) => reissued(item as Sample['token'], tokens)
    return { ...answer, [wrapped]: Array.isArray(inner) ? inner.map(renew) : renew(inner) }
  }
  const own = Object.entries(answer).filter(([key]) => spellings[key] === undefined)
  const renewed = Object.entries(tokens).map(([name, token]) => [
    spelled(answer, name) ?? name,
    token,
  ])
  return Object.fromEntries([...own, ...renewed])
}

function spelled(answer: object, name: string): string | undefined {
  return Object.keys(answer).find((key) => spellings[key] === name)
}

/** A member of an answer, however deep it is wrapped and however it is spelled. */
function found(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const here = Object.entries(value).find(([key]) => key === name || spellings[key] === name)
  if (here) return here[1]
  return Object.values(value)
    .map((inner) => found(inner, name))
    .find((inner) => inner !== undefined)
}

function resources(
  id: string,
  sample: Sample,
  client: Client,
  usual = '',
): NonNullable<OAuth2Description['resources']> {
  const { endpoints, enforces, profile, also = {} } = sample
  const { method = 'GET', headers, query, body, bearer, contentType } = enforces.userinfo ?? {}
  const url = endpoints.userinfo ?? usual
  const further = Object.entries(also).map(([address, answer]) => ({
    name: 'also',
    url: address,
    headers: filled(headers, client),
    answer: () => (isPicture(answer) ? fetch(answer) : answer),
  }))
  if (!profile || !url) return further
  const main = {
    url,
    methods: [method],
    headers: filled(headers, client),
    query: filled(query, client, sample),
    ...(body !== undefined && { body: body && filled(body, client, sample) }),
    ...(bearer && { token: bearer }),
    answer: (_: unknown, { context }: Exchange) =>
      contentType ? signed(id, sample, client, context) : profile,
  }
  return [main, ...further]
}

/** A picture itself, which JSON can only hold as a `data:` address; that is also how to fetch one. */
function isPicture(answer: unknown): answer is string {
  return typeof answer === 'string' && answer.startsWith('data:image/')
}

/** The profile as a signed token (OpenID Connect Core §5.3.2). */
async function signed(id: string, sample: Sample, client: Client, context: Exchange['context']) {
  const algorithm = algorithmOf(sample)
  const [{ kid, pair }] = await signingKeys(context, id, algorithm)
  const claims = { ...sample.profile, iss: sample.endpoints.issuer, aud: client.clientId }
  const jwt = await signJwt({ alg: algorithm, kid }, claims, algorithm, pair.privateKey)
  return new Response(jwt, { headers: { 'content-type': 'application/jwt' } })
}

function revokeRules(
  url: string,
  { revocation = {} }: Enforces,
): NonNullable<OAuth2Description['revoke']> {
  const { method = 'POST', in: place = { form: 'token' }, token, clientAuth, headers } = revocation
  const carrier =
    typeof place === 'string' ? 'form' : (Object.keys(place)[0] as 'form' | 'json' | 'query')
  return {
    url,
    method,
    ...(place === 'bearer'
      ? { bearer: true as const }
      : { carrier, parameter: Object.values(place)[0] ?? 'token' }),
    ...(revocation.bearer && { bearer: 'too' as const }),
    ...(headers && { headers }),
    ...(clientAuth && { authentication: clientAuth === 'none' ? [] : [clientAuth] }),
    ...(token && { kinds: [token === 'access_token' ? 'access' : 'refresh'] as const }),
  }
}

/** `{name}` in an expectation is the client's, one of the sample's options, or a member of the token answer. */
function filled(wanted: Wanted | undefined, client: Client, sample?: Sample): Wanted {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const own = { ...client, ...sample?.options, ...(sample && tokenMembers(sample, name)) }
      return String(Reflect.get(own, name))
    })
  return Object.fromEntries(
    Object.entries(wanted ?? {})
      // A token is checked where it is presented; it is not known beforehand.
      .map(([name, value]) => [
        name,
        value === '{access_token}' || value === true ? true : fill(value),
      ]),
  )
}

function tokenMembers({ token }: Sample, name: string): object {
  const value = found(token, name)
  return value === undefined ? {} : { [name]: value }
}
