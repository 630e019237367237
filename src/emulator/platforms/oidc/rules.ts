import type { Exchange } from '../../types.ts'
import type { Issue, ResourceDescription } from '../oauth2/description.ts'
import type { Mint } from './id-token.ts'

/** The addresses of an OpenID Connect platform. */
export type OidcEndpoints = {
  readonly discovery: string
  readonly authorization: string
  readonly token: string
  readonly jwks: string
  readonly userinfo?: string
  readonly revocation?: string
  readonly end_session?: string
  readonly par?: string
}

/** The rules that OpenID Connect adds to a description. */
export type OidcRules = {
  readonly id: string
  readonly issuer: string
  readonly algorithm?: 'RS256' | 'ES256'
  /** Addresses that differ from the emulator's own choice; `false` for those that the platform does not have. */
  readonly endpoints?: { readonly [name in keyof OidcEndpoints]?: string | false }
  /** Sends `iss` with every callback (RFC 9207); true when left out. */
  readonly iss?: boolean
  /** Pushed authorization requests (RFC 9126). */
  readonly par?: 'required' | 'supported'
  /** Claims beyond the standard's, for ID token and user info; `undefined` removes one. */
  readonly claims?: (issue: Pick<Issue, 'person' | 'grant'>, exchange: Exchange) => object
  /** The differences of the user-info endpoint. */
  readonly userinfo?: Partial<Omit<ResourceDescription, 'url'>>
  /** False leaves only the subject in the ID token. Default: true. */
  readonly claimsInIdToken?: boolean
  /** Issues an ID token even without the scope `openid`. */
  readonly always?: true
  /** Signs ID tokens in the platform's own way. */
  readonly mint?: Mint
  /** Replaces members of the discovery document. */
  readonly metadata?: Readonly<Record<string, unknown>>
}
