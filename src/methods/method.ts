import type { App } from '../app.ts'
import type { MethodPart as ConfiguredMethod, ResolvedProvider } from '../config/part.ts'
import type { Context } from '../context.ts'
import type { Body } from '../http/body.ts'
import type { CommonText } from '../types/language.ts'
import type { Awaitable, JsonValue, Profile, TokenSet, User } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'
import type { SignInView } from '../types/views.ts'
import type { PartCode } from './part-code.ts'

/** What somebody wants when a sign-in starts. */
export interface SignInIntent {
  /** Where to go afterwards; already checked. */
  callbackUrl: string
  /** What the application wants to find again afterwards. */
  data?: JsonValue
  /** The signed-in user who wants to connect another account, in the session that asked for it. */
  link?: LinkRequest
  /** What the form carried. */
  body: Body
  /** Parameters that the application's own code adds to the request to the platform; they win over configured ones. */
  params?: Readonly<Record<string, string>>
}

/** Somebody who is signed in wants another account connected to their user. */
export interface LinkRequest {
  userId: string
  /** The session that asked; it must still exist when the account is connected. */
  sessionId: string
  /** When and how the person came in by then, where the session knows. Another way in proves nothing about the ones before. */
  authTime?: number | undefined
  amr?: readonly string[] | undefined
  /** The platform answers with a cross-site POST (`form_post`), with which browsers send no session cookie. */
  formPost?: true
}

/** How a sign-in goes on after its start. */
export type StartResult = { redirect: string } | { response: Response }

/**
 * What a finding proves. `account`: that the person holds an account, which a user may be connected to. `address`: that mail to
 * an address reaches them. `user`: that they are a certain user, because the application said so.
 */
export type Proof = 'account' | 'address' | 'user'

/** What a method found out about a person. It is not yet decided who that is here. */
export interface Finding<Kept = unknown> {
  provider: ResolvedProvider
  /** Default `account`. */
  proves?: Proof
  /** The account's id at the platform, as text; the address or the user's id, if that is what was proven. */
  providerAccountId: string
  user: User
  /** True: proven. False: the platform says that it is not. Undefined: the platform does not say. */
  emailVerified?: boolean
  profile?: Profile
  tokens: TokenSet
  /** What the provider keeps of the tokens with the account. */
  kept: TokenSet
  /** How the person proved who they are, in the words of RFC 8176: `pwd`, `otp`, `hwk`, … */
  amr?: readonly string[]
  /** When they did, in seconds since 1970, if that was earlier than now: the platform may have known them for days. */
  authTime?: number
  /** False: it signs in a user who has the account already, and nobody else; an account that is gone makes no new user. */
  mayCreate?: boolean
  /** What the method itself keeps with the user; its `save()` writes it. */
  methodData?: Kept
  /** True: what it keeps is another way in to an account that may be connected already. */
  addsWay?: boolean
  /** True: all sessions that the user had end with it, as after a new password. */
  endsSessions?: boolean
  /** What the person typed, for the eyes of the `signIn` callback. */
  credentials?: Record<string, unknown>
  /**
   * Another step is needed before there is a session, such as a second factor: the path or address of the page that asks for it. Nobody
   * is signed in until a method finds the same user there; see `pendingSignIn()`.
   */
  nextStep?: string
}

/** A code that the platform's own library gave an app, as the app sent it. */
export interface GivenCode {
  readonly kit: unknown
  readonly code: unknown
  readonly codeVerifier: unknown
  readonly redirectUri: unknown
  /** Uses up the nonce that the app asked for before, or rejects. */
  claimNonce(): Promise<void>
}

/** A finished sign-in: who it was, and what was wanted when it started. */
export interface FinishResult<Kept = unknown> {
  finding: Finding<Kept>
  intent: Omit<SignInIntent, 'body' | 'params'>
}

/** One way in that a person has. */
export interface WayIn {
  /** Stays the same as long as it exists, so that it can be told which one is to be removed. */
  key: string
  /** The account that it signs in to; disconnecting that takes this away as well. */
  providerAccountId?: string
}

/**
 * A way to prove who you are: the code of a method, loaded when somebody uses it. `P` is a provider as `configure()` made it, `Kept` what
 * the method keeps with a user, `Calls` the namespaces that it adds to `auth`.
 */
export interface Method<
  P extends ResolvedProvider = ResolvedProvider,
  Kept = unknown,
  Calls extends object = object,
> extends PartCode<P, Calls> {
  /** Somebody pressed the button or submitted the form of this method. */
  start(context: Context, provider: P, intent: SignInIntent): Promise<StartResult>
  /** The callback address was reached: returns what was found, or a response when that was only a step on the way. */
  finish(context: Context, provider: P): Promise<FinishResult<Kept> | { response: Response }>
  /** Exchanges a code that the platform's own library gave an app. */
  redeem?(context: Context, provider: P, given: GivenCode): Promise<Finding<Kept>>
  /** The page that a visit to the callback address would show to a stranger, where a look at it is harmless. */
  preview?(context: Context, provider: P): Promise<Response>
  /** How it stands on the sign-in page. */
  view(context: Context, provider: P, say: CommonText): Awaitable<SignInView>
  /** The ways in that a person has by this provider. Default: one for each account there. */
  waysIn?(storage: Storage, provider: P, userId: string): Promise<WayIn[]>
  /** Removes one of them, in a transaction that has made sure that another is left. Default: the account goes. */
  remove?(storage: Storage, provider: P, userId: string, key: string): Promise<unknown>
  /** Writes what a finding brought along for its user, in the transaction of the sign-in. */
  save?(storage: Storage, finding: Finding<Kept>, user: { id: string }, app: App): Promise<unknown>
}

/** A sign-in method, as its providers carry it along: the small part that is loaded at the start, and brings the rest. */
export type MethodPart<
  P extends ResolvedProvider = ResolvedProvider,
  Kept = unknown,
  Calls extends object = object,
> = ConfiguredMethod<P, Method<P, Kept, Calls>>
