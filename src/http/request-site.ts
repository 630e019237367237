import { type RequestSource, readHeader } from './request-source.ts'

/** The site of the page that sent a request, as the browser reports it: the application's or another. */
export type Site = 'same' | 'other' | 'unknown'

/**
 * Judges a request by the headers that a page's script cannot forge: `Sec-Fetch-Site`, else `Origin`. Programs
 * send neither. A page of an `acting` origin counts as our own.
 */
export function requestSite(
  source: RequestSource,
  origin: string,
  acting: readonly string[] = [],
): Site {
  if (actingOrigin(source, acting)) return 'same'
  const site = readHeader(source, 'sec-fetch-site')
  if (site) return site === 'same-origin' ? 'same' : 'other'
  const from = readHeader(source, 'origin')
  if (from) return from === origin ? 'same' : 'other'
  return 'unknown'
}

/** The origin of the page that sent a request, if the application lets it act as its own pages do. */
export function actingOrigin(source: RequestSource, acting: readonly string[]): string | undefined {
  if (acting.length === 0) return undefined
  const origin = readHeader(source, 'origin')
  return origin !== undefined && acting.includes(origin) ? origin : undefined
}
