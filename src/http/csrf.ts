import { equal } from '../crypto/compare.ts'
import { AuthError } from '../errors.ts'

/** What the browser says about where a request comes from. */
export type Site = 'same' | 'other' | 'unknown'

/**
 * Judges a request by the headers that a page's script cannot forge: `Sec-Fetch-Site`, else `Origin`. Programs
 * send neither.
 */
export function requestSite(request: Request, origin: string): Site {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' ? 'same' : 'other'
  const from = request.headers.get('origin')
  if (from) return from === origin ? 'same' : 'other'
  return 'unknown'
}

/** Refuses a request that changes something unless our own page or a program holding our token sent it. */
export function assertOwnSite(site: Site, sent: unknown, expected: string | undefined): void {
  if (site === 'same') return
  if (site === 'unknown' && expected && typeof sent === 'string' && equal(sent, expected)) return
  throw new AuthError(
    'CrossSite',
    site === 'other'
      ? 'The request was sent by a page of another site'
      : 'The request says neither where it comes from nor a valid csrfToken',
    { field: site === 'other' ? 'origin' : 'csrfToken' },
  )
}
