import type { Cookie } from './cookies.ts'

/** The result of a call from server code: set the cookies, and send the person to the address. */
export interface Outcome {
  /** The address to send the person to. */
  url: string
  /** In the shape that frameworks' own cookie functions take. */
  cookies: readonly Cookie[]
  /** The cookies as response headers, for code that makes the response itself. */
  headers: Headers
}
