import type { AuthError } from '../errors.ts'
import { isLoopback } from '../http/origin.ts'
import type { Pages } from '../types/config.ts'
import { configError } from './problems.ts'

/** Origins that people may be sent to besides our own, in the form in which they are compared. */
export function readOrigins(written: readonly string[] = []): readonly string[] {
  // One origin that is written without a list is refused as what it is, not letter by letter.
  if (!Array.isArray(written)) throw notOrigin(JSON.stringify(written))
  return Object.freeze(written.map(readOrigin))
}

function readOrigin(written: string): string {
  const [, scheme, star = '', rest] = /^(https?:\/\/)(\*\.)?([^/*]+)$/.exec(String(written)) ?? []
  const url = scheme && rest ? URL.parse(scheme + rest) : null
  const local = url !== null && isLoopback(url.hostname)
  // `*.com` would trust everybody.
  const narrow = url !== null && (!star || local || url.hostname.includes('.', 1))
  if (url && narrow && !url.username && !url.password && (local || url.protocol === 'https:')) {
    return `${scheme}${star}${url.host}`
  }
  throw notOrigin(String(written))
}

function notOrigin(found: string): AuthError {
  return configError(
    'trustedOrigins',
    `trustedOrigins has "${found.slice(0, 100)}", which is not an origin`,
    'Write a list of origins like https://app.example or https://*.example.com, without a path.',
  )
}

/** The application's own pages: paths, or whole addresses. */
export function readPages(written: Pages = {}): Readonly<Pages> {
  for (const [page, address] of Object.entries(written ?? {})) {
    const url = typeof address === 'string' ? URL.parse(address, 'https://app.invalid') : undefined
    if (address === undefined || url?.protocol === 'https:' || url?.protocol === 'http:') continue
    throw configError(
      `pages.${page}`,
      `pages.${page} is "${String(address).slice(0, 100)}", which is not an address`,
      'Write a path such as /login.',
    )
  }
  return Object.freeze({ ...written })
}
