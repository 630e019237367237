import { secretKey, signJwt } from '../../jwt.ts'
import type { Exchange, Platform } from '../../types.ts'
import type { Holder, OAuth2Description } from '../oauth2/description.ts'
import { oauth2 } from '../oauth2.ts'
import { signingKeys } from '../oidc/keys.ts'
import { type OidcDescription, oidc } from '../oidc.ts'
import type { Person } from '../people.ts'
import { personalised } from './people.ts'
import {
  type About,
  authorizeRules,
  type Client,
  filled,
  revokeRules,
  tokenRules,
} from './rules.ts'
import type { Sample } from './sample.ts'
import { memberOf } from './token-answer.ts'

/** ES256, whose keys are made much faster than RSA's; RS256 for a platform that signs profiles. */
function algorithmOf({ enforces }: Sample): 'RS256' | 'ES256' {
  return enforces.userinfo?.contentType ? 'RS256' : 'ES256'
}

/** The requests that get refresh tokens: none, all, or only those with these parameters. */
export type Offline = boolean | Record<string, string>

/** The application and people of a documented platform. */
export interface Use {
  client: Client
  offline: Offline
  redirect_uris: readonly string[]
  name?: string
  /** The application's name. */
  app?: string
  /** The people who can sign in; the person of the sample when left out. */
  people?: readonly Person[]
}

/** A strict platform made from a sample. It does not use the provider file, so each can test the other. */
export function documented(id: string, sample: Sample, use: Use): Platform {
  const platform = sample.claims ? oidc(openId(id, sample, use)) : oauth2(plain(id, sample, use))
  return { ...platform, opens: (address) => withFragment(sample, address) }
}

/** Throws if an address lacks the fragment that the platform's page reads. Browsers do not send it. */
function withFragment({ endpoints, enforces }: Sample, address: string): undefined {
  const { fragment } = enforces.authorize ?? {}
  const { origin, pathname, hash } = new URL(address)
  if (!fragment || origin + pathname !== endpoints.authorization || hash === `#${fragment}`) return
  throw new Error(`${endpoints.authorization} opens only with #${fragment} at its end`)
}

function plain(id: string, sample: Sample, use: Use): OAuth2Description {
  const { endpoints, enforces } = sample
  const { authorization = '', token = '' } = endpoints
  const { client } = use
  const about = aboutOf(id, sample, use)
  return {
    ...common(id, sample, use),
    authorize: { url: authorization, ...authorizeRules(sample, client, about) },
    token: { url: token, ...tokenRules(sample, client, about) },
    resources: resources(id, sample, use),
    ...(endpoints.revocation && { revoke: revokeRules(endpoints.revocation, enforces) }),
  }
}

function openId(id: string, sample: Sample, use: Use): OidcDescription {
  const { endpoints, enforces } = sample
  const { discovery, revocation, userinfo, authorization, token, endSession } = endpoints
  const { issuer = '' } = endpoints
  const { tenant, alg } = enforces.idToken ?? {}
  const base = issuer.replace('{tenantid}', 'common')
  const usual = `${base.replace(/\/$/, '')}/userinfo`
  const about = aboutOf(id, sample, use)
  const { iss, ...authorize } = authorizeRules(sample, use.client, about)
  return {
    ...common(id, sample, use),
    issuer: base,
    algorithm: algorithmOf(sample),
    iss: iss !== undefined,
    endpoints: {
      ...(discovery && { discovery }),
      ...(authorization && { authorization }),
      ...(token && { token }),
      userinfo: sample.profile ? (userinfo ?? usual) : false,
      revocation: revocation ?? false,
      end_session: endSession ?? false,
    },
    authorize,
    token: tokenRules(sample, use.client, about),
    claimsInIdToken: false,
    claims: ({ person }) => ({ ...about(person).claims }),
    ...((sample.profile || sample.also) && { resources: resources(id, sample, use, usual) }),
    ...(revocation && { revoke: revokeRules(revocation, enforces) }),
    ...(tenant && { metadata: { issuer } }),
    ...((tenant || alg) && { mint: minted(issuer.replace('{tenantid}', tenant ?? ''), alg) }),
  }
}

/** The sample for each of the given people, or else as it is. */
function aboutOf(id: string, sample: Sample, { people, client }: Use): About {
  if (!people) return () => sample
  return (person) => personalised(id, sample, person, client.clientId)
}

function minted(issuer: string, alg: 'HS256' | undefined): NonNullable<OidcDescription['mint']> {
  return async ({ claims, key, client_secret }) => {
    const own = { ...claims, iss: issuer }
    if (alg) return signJwt({ alg }, own, alg, await secretKey(client_secret))
    return signJwt({ alg: key.algorithm, kid: key.kid }, own, key.algorithm, key.pair.privateKey)
  }
}

type Common = Omit<OAuth2Description, 'authorize' | 'token' | 'resources' | 'revoke'>

function common(id: string, sample: Sample, use: Use): Common {
  const { enforces, token } = sample
  const { client, offline, redirect_uris, name, app, people } = use
  const lifetime = Number(memberOf(token, 'expires_in') || 3600)
  return {
    id,
    ...(name !== undefined && { name }),
    separator: enforces.scopeSeparator,
    // Any scope passes: samples do not list them.
    scopes: undefined,
    authentication: [enforces.clientAuth],
    // Documentation joins the id and the secret unencoded, which platforms that decode them accept too.
    basic: 'plain',
    pkce: enforces.pkce,
    ...(enforces.challenge && { challenge: enforces.challenge }),
    ...(enforces.names && { names: enforces.names }),
    refresh: offline ? 'rotates' : 'none',
    offline: (asked) => typeof offline !== 'object' || includesAll(asked, offline),
    shape: (kind, random) => String(memberOf(token, `${kind}_token`) ?? kind) + random,
    lifetimes: { access: lifetime, refresh: 2 * lifetime + 90 * 86_400 },
    personas: people ?? [{ id: 'sample', name: sample.user.name ?? 'Somebody' }],
    apps: [
      {
        client_id: client.clientId,
        ...(enforces.clientAuth !== 'none' && { client_secret: client.clientSecret }),
        ...(app !== undefined && { name: app }),
        redirect_uris,
      },
    ],
  }
}

function includesAll(asked: URLSearchParams, wanted: Record<string, string>): boolean {
  return Object.entries(wanted).every(([name, value]) =>
    asked.get(name)?.split(/[ ,]/).includes(value),
  )
}

function resources(
  id: string,
  sample: Sample,
  use: Use,
  usual = '',
): NonNullable<OAuth2Description['resources']> {
  const { endpoints, enforces, profile, also = {} } = sample
  const { method = 'GET', headers, query, body, bearer, contentType } = enforces.userinfo ?? {}
  const { client, people } = use
  const about = aboutOf(id, sample, use)
  const url = endpoints.userinfo ?? usual
  const further = Object.keys(also).map((address) => ({
    name: 'also',
    url: address,
    headers: filled(headers, client),
    answer: ({ person }: Holder) => pictureOr(about(person).also?.[address]),
  }))
  if (!profile || !url) return further
  // The token answer is known beforehand only if it is the same for all people.
  const said = people ? 'anything' : sample
  const main = {
    url,
    methods: [method],
    headers: filled(headers, client),
    query: filled(query, client, sample, said),
    ...(body !== undefined && { body: body && filled(body, client, sample, said) }),
    ...(bearer && { token: bearer }),
    answer: ({ person }: Holder, { context }: Exchange) =>
      contentType ? signed(id, about(person), client, context) : about(person).profile,
  }
  return [main, ...further]
}

/** The picture itself where the sample has a `data:` URL, as which JSON holds it; `fetch` decodes it. */
function pictureOr(answer: unknown): unknown {
  return typeof answer === 'string' && answer.startsWith('data:image/') ? fetch(answer) : answer
}

/** The profile as a signed token (OpenID Connect Core §5.3.2). */
async function signed(id: string, sample: Sample, client: Client, context: Exchange['context']) {
  const algorithm = algorithmOf(sample)
  const [{ kid, pair }] = await signingKeys(context, id, algorithm)
  const claims = { ...sample.profile, iss: sample.endpoints.issuer, aud: client.clientId }
  const jwt = await signJwt({ alg: algorithm, kid }, claims, algorithm, pair.privateKey)
  return new Response(jwt, { headers: { 'content-type': 'application/jwt' } })
}
