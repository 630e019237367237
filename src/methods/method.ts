import type { ResolvedProvider } from '../config/provider.ts'
import type { Context } from '../context.ts'
import type { JsonValue, Profile, TokenSet, User } from '../types/models.ts'
import type { Authenticator } from '../types/storage.ts'

/** What someone wishes when a sign-in starts. */
export interface SignInIntent {
  /** Where to go afterwards; already checked. */
  callbackUrl: string
  /** What the application wants to find again afterwards. */
  data?: JsonValue
  /** The signed-in user who wants to connect another account, in the session that asked for it. */
  link?: LinkRequest
  /** What the form carried. */
  body: Record<string, unknown>
}

/** Somebody who is signed in wants another account connected to their user. */
export interface LinkRequest {
  userId: string
  /** The session that asked; it must still exist when the account is connected. */
  sessionId: string
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
export interface Finding {
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
  /** A new passkey, to be kept with its user. */
  passkey?: Omit<Authenticator, 'userId'>
  /** What the person typed, for the eyes of the `signIn` callback. */
  credentials?: Record<string, unknown>
}

/** A finished sign-in: who it was, and what was wished when it started. */
export interface FinishResult {
  finding: Finding
  intent: Omit<SignInIntent, 'body'>
}

/** Who is signed in while a step is taken. */
export type Visitor = () => Promise<{
  userId: string
  sessionId: string
  session: { user: User }
} | null>

/** A path that a method answers by itself. */
export type Step<P extends ResolvedProvider = ResolvedProvider> = (
  context: Context,
  provider: P,
  visitor: Visitor,
) => Promise<Response>

/** A way to prove who you are. */
export interface Method<P extends ResolvedProvider = ResolvedProvider> {
  start(context: Context, provider: P, intent: SignInIntent): Promise<StartResult>
  /** The callback address was reached: returns what was found, or a response when that was only a step on the way. */
  finish(context: Context, provider: P): Promise<FinishResult | { response: Response }>
  /** The page that a visit to the callback address would show to a stranger, where a look at it is harmless. */
  preview?(context: Context, provider: P): Promise<Response>
  /** What else the method answers, by the name of the path. */
  steps?: Readonly<Record<string, Step<P>>>
}
