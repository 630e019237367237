import { isLoopback } from '../http/origin.ts'
import { usageError } from './command.ts'

/**
 * Reads a typed address. `named` is its place: an option, or a variable. `refuse` makes the error, because a wrong variable is no wrong use
 * of the command.
 */
export function readAddress(
  named: string,
  written: string,
  refuse: (message: string) => Error = usageError,
): URL {
  const url = URL.parse(written)
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\/[^/]/i.test(written.trim())) {
    const bare = written.trim().replace(/^(["'])(.*)\1$/, '$2')
    const meant = bare !== written.trim() && /^https?:/.test(bare) ? bare : completed(bare)
    const found =
      bare === '' ? ', and is empty' : written.includes('@') ? '' : `, not ${quoted(written)}`
    throw refuse(
      `${named} takes an address with http:// or https://${found}${meant ? `: did you mean ${meant}?` : ''}`,
    )
  }
  if (url.username || url.password)
    throw refuse(`${named} takes an address without a user name or a password`)
  if (url.search || url.hash)
    throw refuse(`${named} takes an address without ? and #: ${url.origin}${url.pathname}`)
  return url
}

function quoted(written: string): string {
  return written.includes('"') ? written : `"${written}"`
}

/** The probable address, if its beginning was left out. */
function completed(written: string): string | undefined {
  if (!/^[\w.-]+(:\d+)?(\/[^?#@\s]*)?$/.test(written)) return undefined
  const [host = ''] = written.split(/[:/]/)
  if (/^(https?|ftp|file)$/i.test(host)) return undefined
  if (!host.includes('.') && !written.includes(':') && host !== 'localhost') return undefined
  return `${isLoopback(host) ? 'http' : 'https'}://${written}`
}

/** The path of the routes: that of the address, if it has one. */
export function basePathOf({ pathname }: URL, otherwise: string): string {
  return pathname === '/' ? otherwise : pathname.replace(/\/+$/, '')
}
