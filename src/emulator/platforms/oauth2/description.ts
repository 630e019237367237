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

/** Required parameters: with any value, exactly this one, or one that matches. */
export type Expectations = Readonly<Record<string, true | string | RegExp>>

/** The place of a message's parameters. */
export type Carrier = 'form' | 'json' | 'query'

/** The person, grant and application behind an access token. */
export type Holder = { readonly person: Person; readonly grant: Grant; readonly app: OAuth2App }

/** The contents of a token answer. */
export type Issue = Holder & {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in: number
  readonly scope: string
  /** True if the tokens come from a refresh. */
  readonly refreshed: boolean
}

/** The authorization endpoint. */
export type AuthorizeDescription = {
  readonly url: string
  /** Parameters the platform insists on beyond the standard's. */
  readonly required?: Expectations
  /** Parameters that the platform refuses. */
  readonly forbidden?: readonly string[]
  /** All accepted parameters, in the required order. */
  readonly order?: readonly string[]
  /** Parameters, besides `prompt`, each of which makes the platform ask people who would pass without. */
  readonly choice?: Readonly<Record<string, string>>
  /** The accepted values of `prompt`, one per request; any, and several, when left out. */
  readonly prompts?: readonly string[]
  readonly response_modes?: readonly ('query' | 'form_post')[]
  /** The issuer sent back with every answer (RFC 9207). */
  readonly iss?: (exchange: Exchange) => string
  /** Returns the parameters that a request refers to (RFC 9126); `undefined` refuses the request. */
  readonly resolve?: (
    parameters: URLSearchParams,
    exchange: Exchange,
  ) => URLSearchParams | undefined
  /** The callback's parameter with the code; `code` when left out. */
  readonly code?: string
  /** The parameters of an unsuccessful callback; the standard's error when left out. */
  readonly refuse?: (error: string, description?: string) => Parameters
  /** Adds parameters to a successful callback. */
  readonly callback?: (holder: Omit<Holder, 'grant'>, exchange: Exchange) => Parameters
}

/** The token endpoint. */
export type TokenDescription = {
  readonly url: string
  readonly method?: 'POST' | 'GET'
  readonly carrier?: Carrier
  readonly required?: Expectations
  readonly headers?: Expectations
  /** The required query parameters. */
  readonly query?: Expectations
  /** The platform's names of the standard's parameters; `false` for those it does not have. */
  readonly names?: Readonly<Record<string, string | false>>
  /** The address for refreshes, if it is another one. */
  readonly refreshUrl?: string
  /** The answer's body; the standard's when left out. A `Response` is sent as it is. */
  readonly answer?: (issue: Issue, exchange: Exchange) => unknown
  /** Makes the response to an error. Default: as in RFC 6749 §5.2. */
  readonly refuse?: Refuse
}

/** Makes an error response; `about` names the wrong parameter, for platforms whose errors are more precise than the standard's. */
export type Refuse = (error: string, description: string, about?: 'redirect_uri') => Response

/** The only place where an access token is accepted; `scheme` replaces the word `Bearer`. */
export type TokenPlace =
  | { readonly scheme?: string }
  | { readonly header: string }
  | { readonly query: string }
  | { readonly form: string }
  | { readonly json: string }

/** A protected resource, such as user info. */
export type ResourceDescription = {
  /** Its name in faults and recordings; `userinfo` when left out. */
  readonly name?: string
  readonly url: string
  readonly methods?: readonly string[]
  /** The place of the access token: the standard's header, another one, or a parameter. */
  readonly token?: TokenPlace
  readonly headers?: Expectations
  readonly query?: Expectations
  /** The required fields of the body, form or JSON; `false` refuses any body. */
  readonly body?: Expectations | false
  /** The scope it needs. */
  readonly scope?: string
  /** Makes the response to an error. Default: as in RFC 6750 §3. */
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
  /** The token is in the `Authorization` header instead (`true`), or in both places. */
  readonly bearer?: true | 'too'
  readonly headers?: Expectations
  /** The client authentication methods. Default: the token endpoint's. An empty list requires none. */
  readonly authentication?: readonly ClientAuthentication[]
  /** The tokens that can be revoked; both when left out. */
  readonly kinds?: readonly ('access' | 'refresh')[]
  /** Makes the response to an error. Default: as at the token endpoint. */
  readonly refuse?: Refuse
  /** Refuses unknown tokens as `invalid_token`. The standard treats them as revoked. */
  readonly strict?: true
  readonly answer?: () => Response
}

/** A platform as data. All of it is enforced; what is left out follows the standards. */
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
  /** The accepted client authentication methods; `client_secret_basic` when left out. */
  readonly authentication?: readonly ClientAuthentication[]
  /** `plain`: a Basic header is not decoded (RFC 6749 §2.3.1 says that it is). */
  readonly basic?: 'plain'
  /** Checks a secret that is no fixed text. */
  readonly verifySecret?: SecretCheck
  readonly pkce?: 'required' | 'supported' | 'ignored' | 'rejected'
  readonly challenge?: ChallengeEncoding
  /** Refresh tokens work once, stay the same, or are not issued. Default: `rotates`. */
  readonly refresh?: 'rotates' | 'stays' | 'none'
  /** Makes a token of a random text; the emulator's own form when left out. */
  readonly shape?: (kind: 'access' | 'refresh', random: string) => string
  /** True if an authorization request gets a refresh token; all do when left out. */
  readonly offline?: (parameters: URLSearchParams) => boolean
  /** The lifetimes, in seconds. */
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

/** A description with its defaults filled in. */
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

/** The name of the first unmet expectation. */
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
