import type { Cookie } from '../http/cookies.ts'

/** An impersonation that was just begun: set the cookies, and lead the operator on. */
export interface StartedImpersonation {
  /** In the shape that frameworks' own cookie functions take. */
  cookies: readonly Cookie[]
  /** The same as response headers, for those who make the response themselves. */
  headers: Headers
  /** The moment at which it ends by itself. */
  expires: Date
}
