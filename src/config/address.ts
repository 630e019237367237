import { AuthError } from '../errors.ts'
import { isLoopback } from '../http/origin.ts'

/** An error in what the user wrote: where, what was found, and what to write instead. */
export function configError(
  field: string,
  message: string,
  hint: string,
  provider?: string,
): AuthError {
  return new AuthError('Configuration', message, { field, hint, ...(provider && { provider }) })
}

/** An address that someone wrote: https, or http on this machine. */
export function readUrl(field: string, value: string, provider?: string): URL {
  const url = URL.parse(value)
  if (!url) {
    const found = String(value).slice(0, 100)
    throw configError(
      field,
      `${field} is "${found}", which is not an address`,
      'Write it whole, with https://.',
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

/** An address of a platform as the emulator plays it: the host becomes the first part of the path. */
export function viaEmulator(emulator: string | undefined, url: URL): URL {
  if (!emulator || isLoopback(url.hostname)) return url
  return new URL(`${emulator}/${url.host}${url.pathname}${url.search}${url.hash}`)
}
