/** A participant of a sign-in. */
export type Lane = 'browser' | 'app' | 'platform'

/** One side of an exchange, with secrets masked. */
export interface Message {
  /** `POST /api/auth/signin/tiktok`, or `303`. */
  readonly line: string
  /** Parameters, headers and cookies, in groups. */
  readonly groups: readonly { readonly title: string; readonly rows: readonly Row[] }[]
  /** The body, if it is not a form. */
  readonly body?: string
}

/** A name and its value. */
export type Row = readonly [name: string, value: string]

/** One recorded step. */
export interface Entry {
  readonly at: number
  readonly from: Lane
  readonly to: Lane
  readonly title: string
  readonly request?: Message
  response?: Message
  /** The result inside the application. */
  readonly result?: unknown
  /** The time until the answer, in milliseconds. */
  took?: number
  /** True if it did not succeed. */
  failed?: boolean
  /** The group of checks that belongs here. */
  readonly checks?: CheckPlace
}

/** The step of a check: before the person leaves, at the callback, or when the code becomes tokens. */
export type CheckPlace = 'start' | 'callback' | 'token'

/** The facts of a flow, for its checks, with marks in place of secrets. */
export interface Facts {
  /** The flow as it was kept at the start. */
  flow?: {
    readonly state: string
    readonly expires: number
    readonly redirect_uri?: string
    readonly nonce?: string
    /** The expected challenge, computed from the verifier. */
    readonly challenge?: string
  }
  /** The authorization request. */
  sent?: {
    readonly host: string
    readonly redirect_uri: string
    readonly challenge?: string
    readonly scopes: readonly string[]
  }
  /** The person's decision on the consent page of a practice platform. */
  decided?: {
    readonly persona: string
    readonly decision: string
    readonly scopes: readonly string[]
  }
  /** The platform's own error page, if the sign-in ended there. */
  stopped?: { readonly error: string; readonly advice: string }
  callback?: {
    readonly at: number
    readonly address: string
    readonly state?: string
    readonly error?: string
    readonly iss?: string
    readonly hasCookie: boolean
  }
  tokenRequest?: { readonly redirect_uri?: string; readonly challenge?: string }
  idToken?: {
    readonly iss?: string
    readonly aud?: string
    readonly nonce?: string
    readonly expires?: number
    readonly algorithm?: string
  }
  /** The mark of the pending sign-in's id, if another step is needed. */
  waiting?: string
  /** The stages that the engine reached. */
  taken?: boolean
  accepted?: boolean
  exchanged?: boolean
  granted?: readonly string[]
}

/** The person at each stage: the platform's answer, the profile, the user, the session. */
export interface Person {
  readonly profile?: unknown
  readonly described?: unknown
  readonly providerAccountId?: string
  user?: unknown
  isNewUser?: boolean
  session?: unknown
}

/** A token or cookie: its name, kind, size and expiry, never its value. */
export interface Lifetime {
  readonly name: string
  readonly kind: 'token' | 'cookie'
  readonly bytes: number
  /** In milliseconds since 1970. */
  readonly expires?: number
  readonly removed?: boolean
}

/** The contents of an error. */
export interface Problem {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly field?: string
  readonly platform?: string
}

/** One sign-in, from the button to the session. */
export interface FlowRecord {
  readonly id: string
  readonly provider: { readonly id: string; readonly name: string; readonly type: string }
  readonly startedAt: number
  /** The provider's checks, and the values that they expect. */
  readonly promised: {
    readonly checks: readonly string[]
    readonly issuer?: string
    readonly clientId?: string
  }
  readonly entries: Entry[]
  readonly facts: Facts
  person?: Person
  lifetimes: Lifetime[]
  problem?: Problem
  outcome: 'under way' | 'signed in' | 'failed'
}

/** A mail that was sent while developing. */
export interface MailRecord {
  readonly id: number
  readonly at: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}
