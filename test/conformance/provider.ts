import { authorize } from './authorization.ts'
import { type Conduct, conduct, type Deviation } from './deviations.ts'
import { type Json, jws, type Key, key, published } from './signing.ts'
import { answerToken, type Grant } from './tokens.ts'

// An OpenID provider in this process, written from OpenID Connect Core and Discovery 1.0, RFC 6749,
// 6750 and 7636. It shares nothing with the emulator. It is stricter than real ones: what a relying
// party need not do it may not do either, and every slip is a complaint. It can misbehave in one
// way at a time.

/** What was agreed when the relying party was registered. */
export interface Registration {
  client_id: string
  client_secret: string
  redirect_uri: string
  response_mode: 'query' | 'form_post'
  token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post'
  id_token_signed_response_alg: 'RS256' | 'ES256' | 'HS256'
  userinfo_signed_response_alg?: 'RS256'
  /** How many keys of the same kind are published at once. */
  keys: number
}

/** The provider, seen from inside. */
export interface Inside {
  issuer: string
  client: Registration
  act: Conduct
  keys: Key[]
  codes: Map<string, Grant>
  accessTokens: Map<string, Grant>
  refreshTokens: Map<string, Grant>
  /** Seconds since 1970. */
  now(): number
  rotate(): void
}

/** The provider, seen by a story. */
export interface Provider {
  issuer: string
  client: Registration
  /** The way of the relying party's server. */
  fetch: typeof fetch
  /** The way of a person's browser. */
  visit(url: string): Promise<Response>
  /** `METHOD /path` of each request, oldest first. */
  received: string[]
  /** Everything that the relying party should not have done. */
  complaints: string[]
  /** How often the deviation showed. */
  deviated(): number
  rotate(): void
  now(): number
  advance(seconds: number): void
}

const issuer = 'https://op.test/conformance'

const registered: Registration = {
  client_id: 'relying party/1',
  // RFC 6749 §2.3.1: both are form-encoded before they become a Basic header.
  client_secret: 'a secret: 100% + of sufficient/length-0123456789',
  redirect_uri: 'https://app.test/api/auth/callback/op',
  response_mode: 'query',
  token_endpoint_auth_method: 'client_secret_basic',
  id_token_signed_response_alg: 'RS256',
  keys: 1,
}

/** Opens a provider that knows one relying party and one person. */
export function provider(changes: Partial<Registration> = {}, deviation?: Deviation): Provider {
  const client = { ...registered, ...changes }
  let [time, shown, number] = [Date.UTC(2026, 5, 1), 0, 0]
  const nextKeys = () => Array.from({ length: client.keys }, () => key(number++, keyType(client)))
  const inside: Inside = {
    issuer,
    client,
    act: conduct(deviation, () => shown++),
    keys: nextKeys(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    now: () => Math.floor(time / 1000),
    rotate: () => void inside.keys.splice(0, inside.keys.length, ...nextKeys()),
  }
  const [received, complaints]: [string[], string[]] = [[], []]
  const take = async (request: Request) => {
    const path = request.url.replace(issuer, '').replace(/\?.*/, '')
    received.push(`${request.method} ${path}`)
    try {
      const answer = places[`${request.method} ${path}`]
      demand(answer, 'there is nothing at this address')
      return await answer(inside, request)
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      complaints.push(`${request.method} ${path}: ${why}`)
      return Response.json({ error: 'invalid_request', error_description: why }, { status: 400 })
    }
  }
  return {
    issuer,
    client,
    fetch: (input, init) => take(new Request(input, init)),
    visit: (url) => take(new Request(url)),
    received,
    complaints,
    deviated: () => shown,
    rotate: inside.rotate,
    now: () => time,
    advance(seconds) {
      time += seconds * 1000
    },
  }
}

/** A secret shared with the relying party takes no key; one is published all the same. */
function keyType({ id_token_signed_response_alg: alg }: Registration): Key['alg'] {
  return alg === 'ES256' ? 'ES256' : 'RS256'
}

type Place = (inside: Inside, request: Request) => Response | Promise<Response>

const places: Record<string, Place> = {
  'GET /.well-known/openid-configuration': (inside) => Response.json(metadata(inside)),
  'GET /authorize': authorize,
  'POST /token': answerToken,
  'GET /jwks': ({ act, keys }) => Response.json({ keys: act.jwks(keys.map(published)) }),
  'GET /userinfo': userinfo,
}

/** OpenID Connect Discovery §3. */
function metadata({ act, client }: Inside): Json {
  return act.metadata({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    scopes_supported: ['openid', 'profile', 'email'],
    response_types_supported: ['code'],
    response_modes_supported: [client.response_mode],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [client.id_token_signed_response_alg],
    token_endpoint_auth_methods_supported: [client.token_endpoint_auth_method],
    code_challenge_methods_supported: ['S256'],
    claims_supported: ['sub', 'name', 'picture', 'email', 'email_verified'],
  })
}

/** The only person here; OpenID Connect Core §5.4 says which scope tells what. */
export const person = {
  openid: { sub: 'subject-4711' },
  profile: { name: 'Ada Lovelace', picture: 'https://op.test/ada.png' },
  email: { email: 'ada@people.test', email_verified: true },
}

/** OpenID Connect Core §5.3. The token may come in the header only (RFC 6750 §2.1). */
function userinfo({ act, client, keys, accessTokens }: Inside, request: Request): Response {
  demand(!request.url.includes('?'), 'an access token in the address, or something else')
  const [, token = ''] = /^Bearer ([\w-]+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  const grant = accessTokens.get(token)
  demand(grant, 'no access token of this provider')
  const told = Object.entries(person).filter(([scope]) => grant.scopes.includes(scope))
  const claims = act.userinfo(Object.assign({}, ...told.map(([, about]) => about)))
  if (!client.userinfo_signed_response_alg) return Response.json(claims)
  const signed = { ...claims, iss: issuer, aud: client.client_id }
  const header = { alg: client.userinfo_signed_response_alg, kid: keys[0]?.kid }
  const body = act.userinfoToken(jws(header, signed, keys[0]))
  return new Response(body, { headers: { 'content-type': 'application/jwt' } })
}

/** Ends the handling of a request that is not as it must be. */
export function demand(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(why)
}
