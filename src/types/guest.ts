import type { Awaitable } from './models.ts'
import type { AnyPart } from './part.ts'
import type { CommonProviderOptions } from './provider-type.ts'
import type { SqlConnection, StoredUser } from './storage.ts'

/** A guest, and the existing user that they sign in as. */
export interface GuestMerge {
  /** The guest, who is deleted afterwards. */
  readonly from: StoredUser
  /** The user whose account they sign in to. */
  readonly to: StoredUser
  /**
   * The transaction that deletes the guest, on SQL databases: statements that it runs take effect with the sign-in, or not at all.
   * Undefined on other storages, such as Redis alone.
   */
  readonly connection?: SqlConnection | undefined
}

/** Lets people begin without an account. */
export interface GuestConfig extends CommonProviderOptions {
  type: 'guest'
  /**
   * Moves a guest's data to the user whose account they sign in to. It may run more than once for the same two. If it throws, the sign-in
   * is refused and the guest stays.
   */
  merge?: ((merge: GuestMerge) => Awaitable<unknown>) | undefined
  method: AnyPart<GuestCalls> & { readonly events: readonly ('promoteGuest' | 'mergeGuest')[] }
}

/** The options of `Guest`. */
export type GuestUserConfig = Omit<Partial<GuestConfig>, 'type' | 'method'>

/** The guests of an application. */
export interface Guests {
  /** Deletes the guests whose last session has ended: they cannot return. Resolves to their number. */
  sweep(): Promise<number>
}

/** The calls that guests add to `auth`. */
export type GuestCalls = { readonly guests: Guests }

/** Every sentence of the pages about guests. */
export interface GuestText {
  /** The button of the sign-in page. */
  begin: string
  /** The title of the notice to guests. */
  title: string
  keep: string
  signIn: string
}
