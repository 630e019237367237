import { toBase64url } from '../../encoding.ts'
import {
  createKey,
  publicJwk,
  type SigningKey,
  secretKey,
  signJwt,
  unsignedJwt,
} from '../../jwt.ts'

/** The contents of an ID token. */
export type Draft = {
  readonly claims: Readonly<Record<string, unknown>>
  readonly key: SigningKey
  readonly client_secret: string
}

/** Makes the ID token of an answer; `undefined` sends none. */
export type Mint = (draft: Draft) => Promise<string | undefined>

/** Signs the claims as they are, with the platform's newest key. */
export const mint: Mint = ({ claims, key }) =>
  signJwt(jwtHeader(key), claims, key.algorithm, key.pair.privateKey)

/** ID tokens that a careful client refuses, by what is wrong with them. */
export const forgeries: Readonly<Record<string, Mint>> = {
  id_token_missing: async () => undefined,
  id_token_wrong_nonce: altered({ nonce: 'another-flow' }),
  id_token_without_nonce: altered({ nonce: undefined }),
  id_token_wrong_issuer: altered({ iss: 'https://stranger.invalid' }),
  id_token_wrong_audience: altered({ aud: 'another-client' }),
  id_token_foreign_audience: altered({ aud: ['another-client', 'a-third'] }),
  id_token_wrong_azp: altered({ azp: 'another-client' }),
  id_token_without_subject: altered({ sub: undefined }),
  id_token_expired: ({ claims, ...draft }) =>
    mint({ ...draft, claims: { ...claims, iat: at(claims, -7200), exp: at(claims, -3600) } }),
  id_token_from_the_future: ({ claims, ...draft }) =>
    mint({ ...draft, claims: { ...claims, iat: at(claims, 7200), nbf: at(claims, 7200) } }),
  id_token_text_times: altered({ exp: 'tomorrow', iat: 'today' }),
  id_token_alg_none: async ({ claims }) => `${unsignedJwt({ alg: 'none' }, claims)}.`,
  id_token_bad_signature: async (draft) => {
    const [header, , signature] = (await mint(draft))?.split('.') ?? []
    const claims = toBase64url(JSON.stringify({ ...draft.claims, sub: 'somebody-else' }))
    return `${header}.${claims}.${signature}`
  },
  id_token_hs256_secret: async ({ claims, key, client_secret }) =>
    signJwt({ alg: 'HS256', kid: key.kid }, claims, 'HS256', await secretKey(client_secret)),
  id_token_hs256_public_key: async ({ claims, key }) => {
    const spki = await crypto.subtle.exportKey('spki', key.pair.publicKey)
    const secret = await secretKey(new Uint8Array(spki))
    return signJwt({ alg: 'HS256', kid: key.kid }, claims, 'HS256', secret)
  },
  id_token_unknown_key: async ({ key, ...draft }) =>
    mint({ ...draft, key: await createKey('unpublished', key.algorithm) }),
  id_token_same_kid_other_key: async ({ key, ...draft }) =>
    mint({ ...draft, key: await createKey(key.kid, key.algorithm) }),
  id_token_key_in_header: async ({ claims, key }) => {
    const own = await createKey('mine', key.algorithm)
    const header = { ...jwtHeader(own), jwk: await publicJwk(own) }
    return signJwt(header, claims, own.algorithm, own.pair.privateKey)
  },
  id_token_malformed: async () => 'not.a.token',
}

/** The left half of an access token's hash: `at_hash` of the ID token (OpenID Connect Core §3.1.3.6). */
export async function halfHash(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return toBase64url(new Uint8Array(digest).subarray(0, 16))
}

function altered(claims: Readonly<Record<string, unknown>>): Mint {
  return (draft) => mint({ ...draft, claims: { ...draft.claims, ...claims } })
}

function jwtHeader({ algorithm, kid }: SigningKey): Record<string, unknown> {
  return { alg: algorithm, kid, typ: 'JWT' }
}

function at(claims: Draft['claims'], seconds: number): number {
  return Number(claims.iat) + seconds
}
