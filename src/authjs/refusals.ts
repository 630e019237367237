import { withRenewal } from '../frameworks/shared/renewal.ts'
import type { Cookie } from '../http/cookies.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { writeCookies } from '../http/write-cookies.ts'
import type { AuthInstance } from '../instance/auth-instance.ts'

/**
 * The cookies that a storage has just refused, by the Cookie header that they came in, and those that remove them. `getToken` cannot ask a
 * storage and would believe them until they expire: whoever is sent from page to page by both would never arrive.
 */
export type Refusals = Map<string, readonly Cookie[]>

/** So many are remembered, for as long as a response takes. */
const mostHeaders = 100

/** Remembers that a header's cookies were refused for good. */
export function remember(refusals: Refusals, header: string, cookies: readonly Cookie[]): void {
  if (refusals.size >= mostHeaders) refusals.clear()
  refusals.set(header, cookies)
}

/** The cookies that remove what was refused of this request, once. */
function takeRefused(refusals: Refusals, source: RequestSource): readonly Cookie[] {
  const header = readHeader(source, 'cookie') ?? ''
  const cookies = refusals.get(header) ?? []
  refusals.delete(header)
  return cookies
}

/** The same sign-in, which removes refused cookies wherever it can write a response. */
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
