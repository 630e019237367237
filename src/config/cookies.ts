import { type CookiePolicy, createCookiePolicy } from '../http/cookies.ts'
import type { AuthConfig } from '../types/config.ts'
import { configError } from './problems.ts'

/** The cookies for https and those for plain http. What would break out of a Set-Cookie line is refused. */
export function readCookies(written: AuthConfig['cookies']): (secure: boolean) => CookiePolicy {
  const options = { ...written, prefix: written?.prefix ?? 'portico' }
  for (const [field, value] of Object.entries(options)) {
    if (value === undefined || (typeof value === 'string' && /^[\w.-]+$/.test(value))) continue
    throw configError(
      `cookies.${field}`,
      `cookies.${field} is "${String(value).slice(0, 100)}"`,
      'Use letters, digits, dots and hyphens.',
    )
  }
  const secure = createCookiePolicy({ ...options, secure: true })
  const plain = createCookiePolicy({ ...options, secure: false })
  return (wanted) => (wanted ? secure : plain)
}
