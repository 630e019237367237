import type { ResolvedProvider } from '../config/provider.ts'
import type { Context } from '../context.ts'
import type { JsonValue, Profile, TokenSet, User } from '../types/nouns.ts'

/** What someone wishes when a sign-in starts. */
export interface Wish {
  /** Where to go afterwards; already checked. */
  target: string
  /** What the application wants to find again afterwards. */
  data?: JsonValue
  /** The signed-in user who wants to connect another account. */
  link?: string
  /** What the form carried. */
  body: Record<string, unknown>
}

/** How a sign-in goes on after its start. */
export type Start = { redirect: string } | { response: Response }

/** What a method found out about a person. It is not yet decided who that is here. */
export interface Finding {
  provider: ResolvedProvider
  /** The account's id at the platform, as text. */
  providerAccountId: string
  user: User
  /** True: proven. False: the platform says that it is not. Undefined: the platform does not say. */
  emailVerified?: boolean
  profile?: Profile
  tokens: TokenSet
  /** What the provider keeps of the tokens with the account. */
  kept: TokenSet
}

/** A finished sign-in: who it was, and what was wished when it started. */
export interface Finish {
  finding: Finding
  wish: Omit<Wish, 'body'>
}

/** A way to prove who you are. */
export interface Method<P extends ResolvedProvider = ResolvedProvider> {
  start(context: Context, provider: P, wish: Wish): Promise<Start>
  /** The callback address was reached: returns what was found, or a response when that was only a step on the way. */
  finish(context: Context, provider: P): Promise<Finish | { response: Response }>
}
