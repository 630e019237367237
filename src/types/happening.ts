import type { UserEvent } from './hooks.ts'
import type { StoredUser } from './storage.ts'

/** Something that happened to a user. `event` names it. */
export interface Happening extends Omit<UserEvent, 'request'> {
  readonly event: string
}

/** A happening as parts receive it. */
export interface Told extends Happening {
  /** The user before the change or deletion. */
  readonly before?: StoredUser | undefined
  /** True if it is part of the creation of a user, such as their first account. */
  readonly isNewUser?: boolean
}
