import type { Exchange, Persona } from './types.ts'

/** An authorization request that passed the platform's checks. */
export type Authorization = {
  readonly client_id: string
  /** The application's name, for the consent page. */
  readonly app: string
  /** Empty if another screen waits for the sign-in, so that no application is called back. */
  readonly redirect_uri: string
  readonly scopes: readonly string[]
  readonly state?: string
  readonly response_mode?: 'query' | 'form_post'
  /** True if a person who allowed all of this before passes without being asked. */
  readonly silent: boolean
  /** The outcome if the person must not be asked (`prompt=none`). */
  readonly otherwise?: Outcome
  /** The details that are kept with the code: challenge, nonce … */
  readonly details: Readonly<Record<string, string>>
}

/** Parameters of a callback or of the platform's own error page. */
export type Parameters = Readonly<Record<string, string>>

/** The platform's verdict on an authorization request. */
export type Verdict =
  /** The person is asked. */
  { readonly ask: Authorization } | Outcome

/** The end of a sign-in on the platform's side. */
export type Outcome =
  /** The platform keeps the person on its own error page and tells the application nothing. */
  | { readonly stop: Parameters; readonly advice: string }
  /** The person sees a last sentence; the application is not called back. */
  | { readonly tell: string }
  /** The application is called back. */
  | { readonly back: Pick<Authorization, 'redirect_uri' | 'response_mode'>; with: Parameters }

/** The parts of a browser sign-in that differ between platforms. */
export type SignIn = {
  readonly platform: string
  readonly name: string
  /** The name of a platform's second way to sign in, for its addresses. */
  readonly flow?: string
  /** The addresses of the authorization endpoint. The consent form posts to one beside the first. */
  readonly authorize: readonly string[]
  readonly methods?: readonly string[]
  readonly personas: readonly Persona[]
  /** The meaning of each scope, for the consent page. */
  readonly meanings: Readonly<Record<string, string>>
  /** Scopes a person cannot untick. */
  readonly fixed: readonly string[]
  /** The failures that the consent page offers: name and description. */
  readonly failures: Readonly<Record<string, string>>
  readonly judge: (parameters: URLSearchParams, exchange: Exchange) => Verdict | Promise<Verdict>
  readonly accept: (
    authorization: Authorization,
    persona: string,
    scopes: readonly string[],
    exchange: Exchange,
  ) => Outcome
  /** The verdict for `denied` or one of `failures`. */
  readonly refuse: (authorization: Authorization, why: string, exchange: Exchange) => Outcome
}
