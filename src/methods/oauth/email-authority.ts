import type { Finding } from '../method.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** Whether the platform itself gives out the finding's address, so that its word about it is proof. */
export function ownsDomain(
  { emailAuthority }: ResolvedOAuth,
  { user, profile }: Pick<Finding, 'user' | 'profile'>,
): boolean {
  const domain = user.email?.split('@')[1]
  if (!emailAuthority || !domain) return false
  const { domains = [], claim } = emailAuthority
  return domains.includes(domain) || (claim !== undefined && profile?.[claim] === domain)
}
