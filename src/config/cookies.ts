import { type CookiePolicy, createCookiePolicy } from '../http/cookies.ts'
import type { AuthConfig } from '../types/config.ts'
import { notOfKind } from './option-kinds.ts'

/** The cookies for https and those for plain http. Refuses a prefix or domain that would break out of a Set-Cookie line. */
export function readCookies(written: AuthConfig['cookies']): (secure: boolean) => CookiePolicy {
  const options = { ...written, prefix: written?.prefix ?? 'portico' }
  for (const [field, value] of Object.entries(options)) {
    if (value === undefined || (typeof value === 'string' && /^[\w.-]+$/.test(value))) continue
    throw notOfKind(`cookies.${field}`, value, 'a word of letters, digits, dots and hyphens')
  }
  const secure = createCookiePolicy({ ...options, secure: true })
  const plain = createCookiePolicy({ ...options, secure: false })
  return (wanted) => (wanted ? secure : plain)
}
