/** An answer of a platform. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Parameters that must be there, with this text or with any. */
export type Wanted = Record<string, string | true>

/** The things that a platform accepts and refuses, from its documentation. */
export interface Enforces {
  clientAuth: 'client_secret_basic' | 'client_secret_post' | 'none'
  pkce: 'required' | 'supported' | 'rejected'
  /** The spelling of the challenge, if it is not base64url. */
  challenge?: 'hex'
  /** Between the scopes of an authorization request. */
  scopeSeparator: ' ' | ','
  /** The names of the client's id and secret, everywhere. */
  names?: { client_id?: string; client_secret?: string }
  authorize?: {
    parameters?: Wanted
    forbidden?: string[]
    /** Parameters, besides `prompt`, of which one is enough to ask somebody whom the platform would let pass. */
    choice?: Record<string, string>
    /** The values of `prompt`, one at a time. */
    prompts?: string[]
    /** The only parameters, in the only order. */
    order?: string[]
    /** The text that must stand behind the `#` of the address. */
    fragment?: string
    responseMode?: 'form_post'
    /** The issuer in every callback (RFC 9207). */
    iss?: string
    /** The callback's parameter with the code. */
    code?: string
  }
  token?: {
    body?: 'json' | 'query'
    /** The platform's words for the other parameters of the standard; `false`: it has none. */
    names?: Record<string, string | false>
    headers?: Wanted
    query?: Wanted
    parameters?: Wanted
    /** Of a successful answer. */
    status?: number
    contentType?: string
    scopeSeparator?: ','
  }
  userinfo?: {
    method?: 'POST'
    headers?: Wanted
    query?: Wanted
    /** `false`: no body may come. */
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

/** The addresses of a platform. OpenID Connect tells most of them by discovery. */
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

/** A platform as its documentation shows it: what it answers, and what becomes of that. */
export interface Sample {
  /** Options that the provider must be told besides its keys. */
  options?: Record<string, unknown>
  endpoints: Endpoints
  enforces: Enforces
  /** The parameters of the callback besides code and state. */
  callback?: Record<string, string>
  token: Record<string, Json>
  claims?: Record<string, Json>
  profile?: Record<string, Json>
  /** Answers at further addresses. */
  also?: Record<string, Json>
  user: SampleUser
}

/** The user that becomes of it. */
export interface SampleUser {
  id: string
  name: string | null
  email: string | null
  image: string | null
  emailVerified?: boolean
}
