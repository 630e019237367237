import { isLoopback } from '../http/origin.ts'
import { configError } from './problems.ts'

/** Parses a configured address: https, or http on this machine. */
export function readUrl(field: string, value: string, provider?: string): URL {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) {
    // The address of a database, say, may hold a password.
    const found = String(value).includes('@') ? `${url?.protocol}…` : String(value).slice(0, 100)
    throw configError(
      field,
      `${field} is "${found}", which is not an address`,
      'Write it whole, with https:// or http://.',
      provider,
    )
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
    return url
  throw configError(
    field,
    `${field} is at ${url.origin}, which is not protected`,
    'Use https; http is accepted for this machine only.',
    provider,
  )
}
