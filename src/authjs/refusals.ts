import { withRenewal } from '../frameworks/shared/renewal.ts'
import type { Cookie } from '../http/cookies.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { writeCookies } from '../http/write-cookies.ts'
import type { AuthInstance } from '../instance/auth-instance.ts'

/**
 * The cookies that remove session cookies which the storage has just refused, by the Cookie header of the request. `getToken` cannot ask a
 * storage and would accept them until they expire: it and `auth` would send the visitor back and forth forever.
 */
export type Refusals = Map<string, readonly Cookie[]>

/** The most entries; each is needed until its response is written. */
const mostHeaders = 100

/** Remembers the cookies that the response to a Cookie header must set. */
export function remember(refusals: Refusals, header: string, cookies: readonly Cookie[]): void {
  if (refusals.size >= mostHeaders) refusals.clear()
  refusals.set(header, cookies)
}

/** The cookies that remove the refused ones of a request, once. */
function takeRefused(refusals: Refusals, source: RequestSource): readonly Cookie[] {
  const header = readHeader(source, 'cookie') ?? ''
  const cookies = refusals.get(header) ?? []
  refusals.delete(header)
  return cookies
}

/** The same instance, which removes refused cookies wherever it can write a response. */
export function clearingRefused<A extends AuthInstance>(auth: A, refusals: Refusals): A {
  const session: AuthInstance['session'] = async (source, options) => {
    const found = await auth.session(source, options)
    const { response } = options ?? {}
    if (!found && response) writeCookies(response, takeRefused(refusals, source))
    return found
  }
  const handler: AuthInstance['handler'] = async (request, options) => {
    const response = await auth.handler(request, options)
    const cleared = new Headers()
    writeCookies(cleared, takeRefused(refusals, request))
    return withRenewal(response, cleared)
  }
  return { ...auth, session, handler }
}
