import type { App } from '../app.ts'
import type { MethodPart as ConfiguredMethod, ResolvedProvider } from '../config/part.ts'
import type { Context } from '../context.ts'
import type { Body } from '../http/body.ts'
import type { CommonText } from '../types/language.ts'
import type { Awaitable, JsonValue, Profile, TokenSet, User } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'
import type { SignInView } from '../types/views.ts'
import type { PartCode } from './part-code.ts'

/** A person's wish when a sign-in starts. */
export interface SignInIntent {
  /** The address to go to afterwards; already checked. */
  callbackUrl: string
  /** Data that the application wants to find again afterwards. */
  data?: JsonValue
  /** The signed-in user who wants to connect another account, in the session that asked for it. */
  link?: LinkRequest
  /** The fields of the form. */
  body: Body
  /** Parameters that the application's own code adds to the request to the platform; they win over configured ones. */
  params?: Readonly<Record<string, string>>
}

/** Somebody who is signed in wants another account connected to their user. */
export interface LinkRequest {
  userId: string
  /** The session that asked; it must still exist when the account is connected. */
  sessionId: string
  /** The time and methods of the session's proof, where the session knows. Another way in proves nothing about the ones before. */
  authTime?: number | undefined
  amr?: readonly string[] | undefined
  /** The platform answers with a cross-site POST (`form_post`), with which browsers send no session cookie. */
  formPost?: true
}

/** The next thing after the start of a sign-in: a redirect, or a response of the method's own. */
export type StartResult = { redirect: string } | { response: Response }

/**
 * The kind of proof in a finding. `account`: the person holds an account, which a user may be connected to. `address`: mail to an address
 * reaches them. `user`: they are a certain user, because the application said so.
 */
export type Proof = 'account' | 'address' | 'user'

/** The result of a method about a person. The login has yet to decide which user that is. */
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
  /** The tokens that the provider keeps with the account. */
  kept: TokenSet
  /** The methods of the proof, in the words of RFC 8176: `pwd`, `otp`, `hwk`, … */
  amr?: readonly string[]
  /** The moment of the proof, in seconds since 1970, if it was earlier than now: the platform may have known them for days. */
  authTime?: number
  /** False: it signs in a user who has the account already, and nobody else; an account that is gone makes no new user. */
  mayCreate?: boolean
  /** Data that the method itself keeps with the user; its `save()` writes it. */
  methodData?: Kept
  /** True: what it keeps is another way in to an account that may be connected already. */
  addsWay?: boolean
  /** True: all sessions that the user had end with it, as after a new password. */
  endsSessions?: boolean
  /** The fields that the person filled in, for the `signIn` callback only. */
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
  /** A key that stays the same as long as the way in exists, by which it is removed. */
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
  /** The method's place on the sign-in page. */
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
