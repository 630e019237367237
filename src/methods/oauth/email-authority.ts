import type { Finding } from '../method.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** A platform that gives out the finding's address itself proves it by its word. */
export function ownsDomain(
  { emailAuthority }: ResolvedOAuth,
  { user, profile }: Pick<Finding, 'user' | 'profile'>,
): boolean {
  const domain = user.email?.split('@')[1]
  if (!emailAuthority || !domain) return false
  const { domains = [], claim } = emailAuthority
  return domains.includes(domain) || (claim !== undefined && profile?.[claim] === domain)
}
