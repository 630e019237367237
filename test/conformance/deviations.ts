import type { JsonWebKey } from 'node:crypto'
import { type Json, spoiled } from './signing.ts'

/** What the provider does at each place where it can misbehave. */
export interface Conduct {
  metadata(metadata: Json): Json
  jwks(keys: JsonWebKey[]): Json[]
  /** The parameters of the authorization response. */
  callback(params: Record<string, string>): Record<string, string>
  header(header: Json): Json
  /** The claims of the id token that answers a code. */
  claims(claims: Json): Json
  /** The claims of the id token that answers a refresh token. */
  refreshed(claims: Json): Json
  /** The whole id token, after it was signed. */
  token(token: string): string
  userinfo(claims: Json): Json
  /** The signed user info, where it was agreed to be signed. */
  userinfoToken(token: string): string
  /** Runs right before an id token is signed. */
  beforeSigning(rotate: () => void): void
}

/** One misbehaviour each; everything else about the provider stays as the specification has it. */
export type Deviation =
  | 'invalid-iss'
  | 'missing-sub'
  | 'invalid-aud'
  | 'missing-aud'
  | 'missing-iat'
  | 'nonce-invalid'
  | 'missing-nonce'
  | 'kid-absent'
  | 'sig-none'
  | 'invalid-sig'
  | 'userinfo-invalid-sub'
  | 'userinfo-invalid-sig'
  | 'issuer-mismatch'
  | 'rotation-before-signing'
  | 'unusable-keys'
  | 'login-required'
  | 'refreshed-iss'
  | 'refreshed-sub'
  | 'refreshed-aud'
  | 'refreshed-azp'

function omit(name: string): (from: Json) => Json {
  return ({ [name]: _, ...rest }) => rest
}

function set(name: string, value: unknown): (to: Json) => Json {
  return (to) => ({ ...to, [name]: value })
}

const stranger = 'https://stranger.test/conformance'

/** RFC 7517 §5: keys of kinds that nobody can use yet, each with an id of its own. */
const unusable = [
  { kty: 'AKP', alg: 'ML-DSA-1024', kid: 'post-quantum', pub: 'AAAA', use: 'sig' },
  { kty: 'made-up', kid: 'unheard-of', use: 'sig', n: 'AAAA' },
]

const deviations: Record<Deviation, Partial<Conduct>> = {
  'invalid-iss': { claims: set('iss', stranger) },
  'missing-sub': { claims: omit('sub') },
  'invalid-aud': { claims: set('aud', 'another-client') },
  'missing-aud': { claims: omit('aud') },
  'missing-iat': { claims: omit('iat') },
  'nonce-invalid': { claims: set('nonce', 'not-the-one-that-was-sent') },
  'missing-nonce': { claims: omit('nonce') },
  'kid-absent': { header: omit('kid'), jwks: (keys) => keys.map(({ kid, ...rest }) => rest) },
  'sig-none': {
    metadata: set('id_token_signing_alg_values_supported', ['RS256', 'none']),
    header: () => ({ alg: 'none' }),
    token: (token) => token.slice(0, token.lastIndexOf('.') + 1),
  },
  'invalid-sig': { token: spoiled },
  'userinfo-invalid-sub': { userinfo: set('sub', 'somebody-else') },
  'userinfo-invalid-sig': { userinfoToken: spoiled },
  'issuer-mismatch': { metadata: set('issuer', stranger) },
  'rotation-before-signing': { beforeSigning: (rotate) => rotate() },
  'unusable-keys': { jwks: (keys) => [...unusable, ...keys] },
  'login-required': {
    callback: ({ state = '' }) => ({ state, error: 'login_required', error_description: 'Nobody' }),
  },
  'refreshed-iss': { refreshed: set('iss', stranger) },
  'refreshed-sub': { refreshed: set('sub', 'somebody-else') },
  'refreshed-aud': { refreshed: set('aud', 'another-client') },
  'refreshed-azp': { refreshed: set('azp', 'another-client') },
}

/** Does as the specification says. */
const honest: Conduct = {
  metadata: (metadata) => metadata,
  jwks: (keys) => keys.map((key) => ({ ...key })),
  callback: (params) => params,
  header: (header) => header,
  claims: (claims) => claims,
  refreshed: (claims) => claims,
  token: (token) => token,
  userinfo: (claims) => claims,
  userinfoToken: (token) => token,
  beforeSigning() {},
}

/** The honest conduct but for one deviation; `notice` is told whenever that shows. */
export function conduct(deviation: Deviation | undefined, notice: () => void): Conduct {
  const wrong: Partial<Conduct> = deviation ? deviations[deviation] : {}
  const watched = Object.entries(wrong).map(([place, act]) => [
    place,
    (input: never) => {
      notice()
      return act(input)
    },
  ])
  return { ...honest, ...Object.fromEntries(watched) }
}
