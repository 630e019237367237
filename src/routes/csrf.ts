import { csrfToken } from '../http/csrf.ts'
import { json } from '../http/respond.ts'
import type { Route } from '../route.ts'

/** `GET /csrf`: a token for programs that send neither `Origin` nor `Sec-Fetch-Site`. */
export const csrf: Route = {
  GET: async (context) => json({ csrfToken: await csrfToken(context) }),
}
