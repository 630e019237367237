import type { Awaitable } from './models.ts'
import type { AnyPart } from './part.ts'
import type { CommonProviderOptions } from './provider-type.ts'
import type { SqlConnection, StoredUser } from './storage.ts'

/** A guest signs in to an account that somebody has already. */
export interface GuestMerge {
  /** The guest, who is deleted afterwards. */
  readonly from: StoredUser
  /** The user who has the account. */
  readonly to: StoredUser
  /**
   * The transaction that the guest is deleted in, on a database in SQL: statements that are run by it happen with the sign-in, or not at
   * all. Undefined on other storages, such as Redis alone.
   */
  readonly connection?: SqlConnection | undefined
}

/** Lets people begin without an account. */
export interface GuestConfig extends CommonProviderOptions {
  type: 'guest'
  /**
   * Hands what belongs to a guest over to the user whose account they sign in to. It may run more than once for the same two. What it throws
   * refuses the sign-in, and the guest stays.
   */
  merge?: ((merge: GuestMerge) => Awaitable<unknown>) | undefined
  method: AnyPart<GuestCalls> & { readonly events: readonly ('promoteGuest' | 'mergeGuest')[] }
}

/** The options of `Guest`. */
export type GuestUserConfig = Omit<Partial<GuestConfig>, 'type' | 'method'>

/** The guests of an application. */
export interface Guests {
  /** Deletes the guests whose last session has ended: nobody can be them any more. Says how many. */
  sweep(): Promise<number>
}

/** The calls that guests add to `auth`. */
export type GuestCalls = { readonly guests: Guests }

/** Every sentence of the pages about guests. */
export interface GuestText {
  /** The button of the sign-in page. */
  begin: string
  /** Of whoever is a guest. */
  title: string
  keep: string
  signIn: string
}
