import type { Parameters } from '../../authorization.ts'
import type { ClientAuthentication, Credentials, SecretCheck } from '../../client-authentication.ts'
import type { ChallengeEncoding } from '../../encoding.ts'
import type { Grant } from '../../records.ts'
import type { Exchange } from '../../types.ts'
import type { Person } from '../people.ts'

/** An application registered with a standard platform. */
export type OAuth2App = Credentials & {
  readonly name?: string
  /** Compared byte for byte. `http://localhost:*` is any port of this machine. */
  readonly redirect_uris: readonly string[]
  /** Scopes the application may ask for; any that the platform knows when left out. */
  readonly scopes?: readonly string[]
  readonly post_logout_redirect_uris?: readonly string[]
}

/** Parameters that must be there: with any value, exactly this, or one of this form. */
export type Expectations = Readonly<Record<string, true | string | RegExp>>

/** The place of a message's parameters. */
export type Carrier = 'form' | 'json' | 'query'

/** The person, grant and application that ask for a protected thing. */
export type Holder = { readonly person: Person; readonly grant: Grant; readonly app: OAuth2App }

/** The contents of a token answer. */
export type Issue = Holder & {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in: number
  readonly scope: string
  /** True if a refresh token was used to get here. */
  readonly refreshed: boolean
}

/** The authorization endpoint. */
export type AuthorizeDescription = {
  readonly url: string
  /** Parameters the platform insists on beyond the standard's. */
  readonly required?: Expectations
  /** Parameters the platform refuses to see. */
  readonly forbidden?: readonly string[]
  /** The only parameters there may be, in the only order. */
  readonly order?: readonly string[]
  /** Parameters, besides `prompt`, of which one is enough to ask somebody whom the platform would let pass. */
  readonly choice?: Readonly<Record<string, string>>
  /** The values of `prompt`, one at a time; any, and several, when left out. */
  readonly prompts?: readonly string[]
  readonly response_modes?: readonly ('query' | 'form_post')[]
  /** The issuer sent back with every answer (RFC 9207). */
  readonly iss?: (exchange: Exchange) => string
  /** Finds the parameters where a request refers to them (RFC 9126); `undefined` refuses. */
  readonly resolve?: (
    parameters: URLSearchParams,
    exchange: Exchange,
  ) => URLSearchParams | undefined
  /** The callback's parameter with the code; `code` when left out. */
  readonly code?: string
  /** The parameters of an unsuccessful callback; the standard's error when left out. */
  readonly refuse?: (error: string, description?: string) => Parameters
  /** Adds to a successful callback. */
  readonly callback?: (holder: Omit<Holder, 'grant'>, exchange: Exchange) => Parameters
}

/** The token endpoint. */
export type TokenDescription = {
  readonly url: string
  readonly method?: 'POST' | 'GET'
  readonly carrier?: Carrier
  readonly required?: Expectations
  readonly headers?: Expectations
  /** The parameters that must stand in the address. */
  readonly query?: Expectations
  /** The platform's names for the standard's parameters; `false` says that it knows no such thing. */
  readonly names?: Readonly<Record<string, string | false>>
  /** The address where refresh tokens are exchanged, if not here too. */
  readonly refreshUrl?: string
  /** The answer's body; the standard's when left out. A `Response` goes out as it is. */
  readonly answer?: (issue: Issue, exchange: Exchange) => unknown
  /** Makes the answer of an error; as RFC 6749 §5.2 says when left out. Some platforms tell which parameter was wrong. */
  readonly refuse?: Refuse
}

/** Says no; `about` names the parameter at fault where the standard's error covers several. */
export type Refuse = (error: string, description: string, about?: 'redirect_uri') => Response

/** The one place of an access token; `scheme` replaces the word `Bearer`. */
export type TokenPlace =
  | { readonly scheme?: string }
  | { readonly header: string }
  | { readonly query: string }
  | { readonly form: string }
  | { readonly json: string }

/** Something an access token opens: user info and its relatives. */
export type ResourceDescription = {
  /** Its name in faults and recordings; `userinfo` when left out. */
  readonly name?: string
  readonly url: string
  readonly methods?: readonly string[]
  /** The place of the access token: the standard's header, another one, or a parameter. */
  readonly token?: TokenPlace
  readonly headers?: Expectations
  readonly query?: Expectations
  /** The fields that must stand in the body, form or JSON; `false` refuses any body. */
  readonly body?: Expectations | false
  /** The scope it needs. */
  readonly scope?: string
  /** Makes the answer of an error; as RFC 6750 §3 says when left out. */
  readonly refuse?: (status: number, error: string, description: string) => Response
  readonly answer: (holder: Holder, exchange: Exchange) => unknown
}

/** The revocation endpoint (RFC 7009, or what the platform has instead). */
export type RevokeDescription = {
  /** A query in it tells this address from others of the same path. */
  readonly url: string
  readonly method?: 'POST' | 'GET' | 'DELETE'
  readonly carrier?: Carrier
  /** The parameter that carries the token; `token` when left out. */
  readonly parameter?: string
  /** The token stands in the `Authorization` header instead, or in both places. */
  readonly bearer?: true | 'too'
  readonly headers?: Expectations
  /** Other ways to authenticate than the token endpoint's; an empty list asks for none. */
  readonly authentication?: readonly ClientAuthentication[]
  /** The tokens that can be revoked; both when left out. */
  readonly kinds?: readonly ('access' | 'refresh')[]
  /** Makes the answer of an error; as at the token endpoint when left out. */
  readonly refuse?: Refuse
  /** Tokens it does not know are refused as `invalid_token`; to the standard they are as good as revoked. */
  readonly strict?: true
  readonly answer?: () => Response
}

/** A platform in data. What is left out is as the standards say; what is said is enforced. */
export type OAuth2Description = {
  readonly id: string
  readonly name?: string
  readonly authorize: AuthorizeDescription
  readonly token: TokenDescription
  readonly resources?: readonly ResourceDescription[]
  readonly revoke?: RevokeDescription
  /** The platform's names for the client's id and secret. */
  readonly names?: { readonly client_id?: string; readonly client_secret?: string }
  readonly separator?: string
  /** Scopes and what they mean; any name passes when left out. */
  readonly scopes?: Readonly<Record<string, string>> | undefined
  /** The ways of authentication that are accepted; `client_secret_basic` when left out. */
  readonly authentication?: readonly ClientAuthentication[]
  /** `plain`: a Basic header is not decoded (RFC 6749 §2.3.1 says that it is). */
  readonly basic?: 'plain'
  /** Judges a secret that is not simply the registered one. */
  readonly verifySecret?: SecretCheck
  readonly pkce?: 'required' | 'supported' | 'ignored' | 'rejected'
  readonly challenge?: ChallengeEncoding
  /** The kind of refresh tokens: each works once, stays, or there are none; `rotates` when left out. */
  readonly refresh?: 'rotates' | 'stays' | 'none'
  /** Makes a token of a random text; the emulator's own form when left out. */
  readonly shape?: (kind: 'access' | 'refresh', random: string) => string
  /** Decides whether this request deserves a refresh token; always when left out. */
  readonly offline?: (parameters: URLSearchParams) => boolean
  /** Seconds that each thing is good for. */
  readonly lifetimes?: {
    readonly code?: number
    readonly access?: number
    readonly refresh?: number
  }
  readonly apps?: readonly OAuth2App[]
  readonly personas?: readonly Person[]
}

/** The registrations at a practice platform: applications and people. */
export type Registration = Pick<OAuth2Description, 'apps' | 'personas'>

/** A description with nothing left open. */
export type Complete = Required<
  Pick<
    OAuth2Description,
    'name' | 'separator' | 'authentication' | 'pkce' | 'challenge' | 'refresh' | 'apps' | 'personas'
  >
> &
  OAuth2Description & {
    readonly names: { readonly client_id: string; readonly client_secret: string }
    readonly lifetimes: { readonly code: number; readonly access: number; readonly refresh: number }
  }

/** The first expectation that is not met. */
export function unmet(
  expectations: Expectations | undefined,
  values: { get(name: string): string | null },
): string | undefined {
  const isMet = ([name, wanted]: [string, true | string | RegExp]): boolean => {
    const value = values.get(name)
    if (value === null || value === '') return false
    return wanted === true || (typeof wanted === 'string' ? value === wanted : wanted.test(value))
  }
  return Object.entries(expectations ?? {}).find((expectation) => !isMet(expectation))?.[0]
}
