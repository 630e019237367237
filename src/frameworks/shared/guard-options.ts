import type { RequireOptions } from '../../instance/auth-instance.ts'
import type { Session } from '../../types/models.ts'

/** Options for a guard that is called in a page. */
export type GuardOptions = Omit<RequireOptions, 'response'>

/** The session that a request's other parts have read too; null where the engine has to look how old the sign-in is, or what a token may do. */
export async function sharedSession<S extends Session>(
  read: () => Promise<S | null>,
  { maxAge, scopes }: GuardOptions = {},
): Promise<S | null> {
  return maxAge === undefined && scopes === undefined ? read() : null
}
