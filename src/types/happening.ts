import type { UserEvent } from './hooks.ts'
import type { StoredUser } from './storage.ts'

/** Something that happened to a user, by the name of its event. */
export interface Happening extends Omit<UserEvent, 'request'> {
  readonly event: string
}

/** The same, as parts hear of it. */
export interface Told extends Happening {
  /** The user as they were, if they were changed or are gone. */
  readonly before?: StoredUser | undefined
  /** True of what belongs to the creation of a user, such as their first account. */
  readonly isNewUser?: boolean
}
