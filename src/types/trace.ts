import type { AuthError } from '../errors.ts'
import type { Mail } from './email.ts'
import type { DeveloperLink } from './language.ts'
import type { Profile, TokenSet, User } from './models.ts'

/** The fields of a flow that all methods share. */
export interface TracedFlow {
  readonly id: string
  readonly provider: string
  readonly expires: number
  readonly state?: unknown
}

/**
 * The steps of a sign-in, as data, for the log and the inspector. They contain secrets: code that logs or shows them must leave those out.
 */
export interface Steps {
  /** A flow was put into a cookie. */
  kept: { flow: TracedFlow }
  /** The person is sent to the platform. */
  sent: { provider: string; url: string; scope: string | undefined; redirect_uri: string }
  /** A screen shows a code, which a phone is to scan. */
  shown: { provider: string; kit: string; scope: string }
  /** An app brought a code of the platform's own library, which the platform exchanged or refused. */
  redeemed: { provider: string; kit: string; error?: AuthError }
  /** A token lacks scopes that the application needs. */
  lacking: { provider: string; error: AuthError }
  /** The callback address was reached. */
  returned: { provider: string }
  /** The flow of a callback was found: in this browser, for this provider, in time, for the first time. */
  taken: { flow: TracedFlow }
  /** The parameters of a callback are valid. */
  accepted: { provider: string }
  /** The code was exchanged for tokens, and an id token among them is valid. */
  exchanged: { provider: string }
  /** A method identified the person. */
  found: {
    provider: string
    providerAccountId: string
    tokens: TokenSet
    profile: Profile | undefined
    user: User
  }
  /** The person must take another step first; `part` asks for it, or the method itself if undefined. `id` is the pending sign-in's. */
  held: { provider: string; id: string; part: string | undefined; url: string; why?: string }
  /** The step of a part was taken; `amr` is what it proved. */
  passed: { part: string; amr: readonly string[] }
  /** A provisional user became permanent (`to` is the same), or gave way to another. */
  promoted: { from: string; to: string }
  /** The person is signed in; the event has the same name. */
  signIn: { provider: string; user: User; isNewUser: boolean }
  /** A request was sent to a platform. */
  asked: { url: string; init: RequestInit | undefined; answer: Promise<Response> }
  /** A mail is sent. */
  mailed: { provider: string; to: string; mail: Mail; purpose: string }
  /** The gate let an attempt pass, refused it, or could not decide. */
  gated: {
    action: string
    provider: string | undefined
    outcome: 'passed' | 'refused' | 'failed'
    /** The reason, for the developer. It never repeats a token. */
    why?: string
  }
  /** A mail could not be sent. */
  unsent: { provider: string; to: string; error: AuthError }
  /** A request is answered with an error. */
  failed: { error: AuthError }
}

/** One step. `line` is for the log: it names what is there, never its value. */
export type Step = {
  [Name in keyof Steps]: { readonly step: Name; readonly line?: string } & Readonly<Steps[Name]>
}[keyof Steps]

/** Receives every step. */
export type StepListener = (step: Step) => unknown

/** Receives the engine's steps. Without listeners, no step is computed. */
export interface Trace {
  (step: () => Step): void
  /** The listeners. */
  readonly listeners: StepListener[]
  /** The inspector's page, which shows the steps. */
  page?: string
  /** A link for the developer on the page that answers a request. */
  link?(request: Request): DeveloperLink | undefined
}
