import type { AuthError } from '../errors.ts'
import { isLoopback } from '../http/origin.ts'
import type { Pages, TrustedOrigin } from '../types/config.ts'
import { notOfKind } from './option-kinds.ts'

/** Other origins, normalised for comparison. */
export interface Origins {
  /** The origins that people may be sent to, besides the application's own. */
  readonly trustedOrigins: readonly string[]
  /** The origins whose pages may do what the application's own may. */
  readonly actingOrigins: readonly string[]
}

/** Reads the trusted origins, and which of them may act. */
export function readOrigins(written: readonly (string | TrustedOrigin)[] = []): Origins {
  // A text instead of a list is refused as a whole, not letter by letter.
  if (!Array.isArray(written)) throw notOrigin(written)
  const all = written.map((each: unknown) =>
    typeof each === 'object' && each !== null && 'origin' in each
      ? { origin: readOrigin(each.origin), act: 'act' in each && each.act === true }
      : { origin: readOrigin(each), act: false },
  )
  const acting = all.filter(({ act }) => act).map(({ origin }) => origin)
  // Somebody who takes over a forgotten subdomain could act as every visitor.
  const pattern = acting.find((origin) => origin.includes('*'))
  if (pattern) throw notOrigin(pattern, 'one origin, and may not act')
  return {
    trustedOrigins: Object.freeze(all.map(({ origin }) => origin)),
    actingOrigins: Object.freeze(acting),
  }
}

function readOrigin(written: unknown): string {
  const [, scheme, star = '', rest] = /^(https?:\/\/)(\*\.)?([^/*]+)$/.exec(String(written)) ?? []
  const url = scheme && rest ? URL.parse(scheme + rest) : null
  const local = url !== null && isLoopback(url.hostname)
  // `*.com` would trust all of .com.
  const narrow = url !== null && (!star || local || url.hostname.includes('.', 1))
  if (url && narrow && !url.username && !url.password && (local || url.protocol === 'https:')) {
    return `${scheme}${star}${url.host}`
  }
  throw notOrigin(written)
}

function notOrigin(found: unknown, wanted = 'an origin'): AuthError {
  const list = 'a list of origins like https://app.example or https://*.example.com, without a path'
  return notOfKind('trustedOrigins', found, wanted, list)
}

/** The application's own pages: paths, or whole addresses. A built-in page's own path is left out, because it would redirect to itself. */
export function readPages(written: Pages = {}, basePath = ''): Readonly<Pages> {
  const own = Object.entries(written).filter(([page, address]) => {
    const url = typeof address === 'string' ? URL.parse(address, 'https://app.invalid') : undefined
    if (address === undefined || url?.protocol === 'https:' || url?.protocol === 'http:')
      return address?.replace(/\/$/, '') !== `${basePath}/${page.toLowerCase()}`
    throw notOfKind(`pages.${page}`, address, 'an address', 'a path such as /login')
  })
  return Object.freeze(Object.fromEntries(own))
}
