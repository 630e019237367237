import type { RequireOptions } from '../../instance/auth-instance.ts'
import type { Session } from '../../types/models.ts'

/** Options for a guard that is called in a page. */
export type GuardOptions = Omit<RequireOptions, 'response'>

/** The session that a request's other parts have read too; null where the engine has to look what was proven, and when. */
export async function sharedSession<S extends Session>(
  read: () => Promise<S | null>,
  { maxAge, level }: GuardOptions = {},
): Promise<S | null> {
  return maxAge === undefined && level === undefined ? read() : null
}
