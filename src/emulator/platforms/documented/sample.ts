/** An answer of a platform. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Required parameters, with this value or, if `true`, with any. */
export type Wanted = Record<string, string | true>

/** A platform's rules, from its documentation. */
export interface Enforces {
  clientAuth: 'client_secret_basic' | 'client_secret_post' | 'none'
  pkce: 'required' | 'supported' | 'rejected'
  /** The encoding of the challenge, if it is not base64url. */
  challenge?: 'hex'
  /** Between the scopes of an authorization request. */
  scopeSeparator: ' ' | ','
  /** The names of the client's id and secret, at every endpoint. */
  names?: { client_id?: string; client_secret?: string }
  authorize?: {
    parameters?: Wanted
    forbidden?: string[]
    /** Parameters, besides `prompt`, each of which makes the platform ask people who would pass without. */
    choice?: Record<string, string>
    /** The accepted values of `prompt`, one per request. */
    prompts?: string[]
    /** All accepted parameters, in the required order. */
    order?: string[]
    /** The required fragment of the address. */
    fragment?: string
    responseMode?: 'form_post'
    /** The issuer in every callback (RFC 9207). */
    iss?: string
    /** The callback's parameter with the code. */
    code?: string
  }
  token?: {
    body?: 'json' | 'query'
    /** The platform's names of the standard's other parameters; `false` for those it does not have. */
    names?: Record<string, string | false>
    headers?: Wanted
    query?: Wanted
    parameters?: Wanted
    /** The status of a successful answer. */
    status?: number
    contentType?: string
    scopeSeparator?: ','
  }
  userinfo?: {
    method?: 'POST'
    headers?: Wanted
    query?: Wanted
    /** `false` refuses any body. */
    body?: Wanted | false
    bearer?:
      | { scheme: string }
      | { header: string }
      | { query: string }
      | { form: string }
      | { json: string }
    contentType?: 'application/jwt'
  }
  idToken?: {
    alg?: 'HS256'
    /** The tenant in the issuer of tokens, where discovery names `{tenantid}`. */
    tenant?: string
  }
  revocation?: {
    method?: 'DELETE' | 'GET'
    in?: 'bearer' | { form: string } | { json: string } | { query: string }
    /** The token stands in the `Authorization` header as well. */
    bearer?: true
    headers?: Wanted
    token?: 'access_token' | 'refresh_token'
    clientAuth?: Enforces['clientAuth']
  }
}

/** The addresses of a platform. With OpenID Connect, most of them come from discovery. */
export interface Endpoints {
  issuer?: string
  discovery?: string
  authorization?: string
  token?: string
  refresh?: string
  userinfo?: string
  revocation?: string
  endSession?: string
}

/** A platform as its documentation shows it: its rules, its answers, and the user that results. */
export interface Sample {
  /** Options that the provider needs besides its keys. */
  options?: Record<string, unknown>
  endpoints: Endpoints
  enforces: Enforces
  /** The parameters of the callback besides code and state. */
  callback?: Record<string, string>
  token: Record<string, Json>
  claims?: Record<string, Json>
  profile?: Record<string, Json>
  /** The answers of further addresses, by address. */
  also?: Record<string, Json>
  user: SampleUser
}

/** The user that the provider makes of the answers. */
export interface SampleUser {
  id: string
  name: string | null
  email: string | null
  image: string | null
  emailVerified?: boolean
}
