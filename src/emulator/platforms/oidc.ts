import { json } from '../reply.ts'
import type { Answer, Endpoint, Exchange, Platform } from '../types.ts'
import { assertDescription } from './oauth2/assert-description.ts'
import type {
  AuthorizeDescription,
  Issue,
  OAuth2Description,
  TokenDescription,
} from './oauth2/description.ts'
import { standardAnswer, token } from './oauth2/token.ts'
import { complete, oauth2 } from './oauth2.ts'
import { discovery, issuerFor } from './oidc/discovery.ts'
import { endSession } from './oidc/end-session.ts'
import { forgeries, halfHash, type Mint, mint } from './oidc/id-token.ts'
import { keySet, rotateKeys, signingKeys } from './oidc/keys.ts'
import { pushed, resolvePushed } from './oidc/par.ts'
import type { OidcEndpoints, OidcRules } from './oidc/rules.ts'
import { standardClaims } from './people.ts'

/** An OpenID Connect platform as data. */
export type OidcDescription = OidcRules &
  Omit<OAuth2Description, 'authorize' | 'token'> & {
    readonly authorize?: Partial<AuthorizeDescription>
    readonly token?: Partial<TokenDescription>
  }

/** A strict OpenID Connect platform: discovery, rotating keys, signed ID tokens, logout. */
export function oidc(description: OidcDescription): Platform {
  assertDescription('oidc', description)
  const endpoints = createEndpoints(description)
  const plain = plainDescription(description, endpoints)
  const platform = complete(plain)
  const { algorithm = 'RS256', id } = description
  const base = oauth2(plain)
  const own: readonly Endpoint[] = [
    {
      name: 'discovery',
      url: endpoints.discovery,
      methods: ['GET'],
      answer: (exchange) => discovery(description, endpoints, platform, exchange),
      faults: {},
    },
    {
      name: 'jwks',
      url: endpoints.jwks,
      methods: ['GET'],
      answer: async ({ context }) => keySet(await signingKeys(context, id, algorithm)),
      faults: {},
    },
    ...(endpoints.end_session ? [endSession(platform, endpoints.end_session)] : []),
    ...(endpoints.par ? [pushed(platform, endpoints.par)] : []),
  ]
  return {
    ...base,
    endpoints: [...own, ...base.endpoints.map((one) => withForgeries(description, endpoints, one))],
    rotateKeys: (context, forget) => rotateKeys(context, id, algorithm, forget),
  }
}

function createEndpoints({ issuer, endpoints = {}, par }: OidcRules): OidcEndpoints {
  const base = issuer.replace(/\/$/, '')
  const usual: OidcEndpoints = {
    discovery: `${base}/.well-known/openid-configuration`,
    authorization: `${base}/authorize`,
    token: `${base}/token`,
    jwks: `${base}/jwks`,
    userinfo: `${base}/userinfo`,
    revocation: `${base}/revoke`,
    end_session: `${base}/logout`,
    ...(par === undefined ? {} : { par: `${base}/par` }),
  }
  const kept = Object.entries({ ...usual, ...endpoints }).filter(([, url]) => url !== false)
  return Object.fromEntries(kept) as OidcEndpoints
}

function plainDescription(
  description: OidcDescription,
  endpoints: OidcEndpoints,
  minting: Mint = description.mint ?? mint,
): OAuth2Description {
  const { userinfo, revocation } = endpoints
  const { authorize, token: tokenRules, iss = true, par } = description
  return {
    scopes: {
      openid: 'Your identity',
      profile: 'Name and picture',
      email: 'Email address',
      offline_access: 'Access while you are away',
    },
    resources: userinfo === undefined ? [] : [userinfoAt(description, userinfo)],
    ...(revocation === undefined ? {} : { revoke: { url: revocation } }),
    ...description,
    authorize: {
      url: endpoints.authorization,
      response_modes: ['query', 'form_post'],
      ...(iss ? { iss: (exchange) => issuerFor(description, exchange) } : {}),
      ...(par === undefined ? {} : { resolve: resolvePushed(description.id, par === 'required') }),
      ...authorize,
    },
    token: {
      url: endpoints.token,
      ...tokenRules,
      answer: async (issue, exchange) => {
        const body = await (tokenRules?.answer ?? standardAnswer)(issue, exchange)
        if (body instanceof Response) return body
        return { ...Object(body), id_token: await idToken(description, issue, exchange, minting) }
      },
    },
  }
}

function userinfoAt(
  rules: OidcRules,
  url: string,
): NonNullable<OAuth2Description['resources']>[number] {
  return {
    url,
    methods: ['GET', 'POST'],
    scope: 'openid',
    answer: ({ person, grant }, exchange) => ({
      ...standardClaims(exchange.context, rules.id, person, grant.scopes),
      ...rules.claims?.({ person, grant }, exchange),
    }),
    ...rules.userinfo,
  }
}

async function idToken(
  rules: OidcRules,
  { person, grant, app, access_token, refreshed }: Issue,
  exchange: Exchange,
  minting: Mint,
): Promise<string | undefined> {
  const { context } = exchange
  if (!rules.always && !grant.scopes.includes('openid')) return undefined
  const now = Math.floor(context.clock.now() / 1000)
  const known = standardClaims(
    context,
    rules.id,
    person,
    rules.claimsInIdToken === false ? [] : grant.scopes,
  )
  const [key] = await signingKeys(context, rules.id, rules.algorithm ?? 'RS256')
  const claims = {
    ...known,
    ...rules.claims?.({ person, grant }, exchange),
    iss: issuerFor(rules, exchange),
    aud: app.client_id,
    iat: now,
    exp: now + 3600,
    auth_time: Math.floor(grant.at / 1000),
    at_hash: await halfHash(access_token),
    // A refreshed ID token should carry no nonce (OpenID Connect Core §12.2).
    nonce: refreshed ? undefined : grant.details.nonce,
  }
  return minting({ claims, key, client_secret: app.client_secret ?? '' })
}

// Each forgery is the endpoint's true answer with one thing wrong in it.
function withForgeries(
  description: OidcDescription,
  endpoints: OidcEndpoints,
  endpoint: Endpoint,
): Endpoint {
  const { faults, answer, url } = endpoint
  if (url === endpoints.userinfo) {
    const wrong_subject: Answer = async (exchange) =>
      json({ ...Object(await (await answer(exchange)).json()), sub: 'somebody-else' })
    return { ...endpoint, faults: { ...faults, wrong_subject } }
  }
  if (url !== endpoints.token) return endpoint
  const forged = Object.entries(forgeries).map(([name, forgery]): [string, Answer] => {
    const platform = complete(plainDescription(description, endpoints, forgery))
    return [name, (exchange) => token(platform, exchange)]
  })
  return { ...endpoint, faults: { ...faults, ...Object.fromEntries(forged) } }
}
