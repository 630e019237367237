import { AuthError } from '../../errors.ts'
import { hasLookAlikes } from '../../http/look-alikes.ts'

/** RFC 5321 §4.5.3.1.3, less the angle brackets. */
const maxAddressLength = 254

/** RFC 5322 §3.2.3 `dot-atom`: what every mail server takes. Quotes and comments have no place in a sign-in form. */
const local = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const domain = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/

/**
 * The one form of an address: lower case, with an international domain in its ASCII form. Refuses lists, names, quotes, comments, control
 * characters and look-alikes such as the full-width ＠: the stored address is the one that gets the mail.
 */
export function canonicalAddress(written: unknown): string {
  const text = typeof written === 'string' ? written.trim() : ''
  const [name = '', host = '', ...more] = text.split('@')
  const odd = text.length > maxAddressLength || more.length > 0 || hasLookAlikes(text)
  const ascii = odd || /[^\p{L}\p{N}\p{M}.-]/u.test(host) ? undefined : asciiHost(host)
  if (ascii && local.test(name) && name.length <= 64) return `${name}@${ascii}`.toLowerCase()
  throw new AuthError('EmailInvalid', 'The form has no single email address', {
    field: 'email',
  })
}

/** The domain as mail servers know it (RFC 5890); an IP address is none. */
function asciiHost(host: string): string | undefined {
  const ascii = URL.parse(`http://${host}`)?.hostname ?? ''
  const isName = domain.test(ascii) && !/(^|\.)\d+$/.test(ascii)
  return isName && ascii.length <= 253 ? ascii : undefined
}
