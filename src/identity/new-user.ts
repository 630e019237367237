import type { Finding } from '../methods/method.ts'
import type { StoredUser } from '../types/storage.ts'

/** The user whom a finding describes. `isProven`: so is the address. */
export function newUser(finding: Finding, isProven: boolean, now: Date): Omit<StoredUser, 'id'> {
  // A profile that sets fields of ours would decide which sessions end, who is blocked, or who vouches for an address.
  const { id, sessionGeneration, emailVerifiedBy, signInBlock, ...described } =
    finding.user as StoredUser
  return {
    ...described,
    emailVerified: isProven ? now : null,
    ...(finding.emailVerified && { emailVerifiedBy: finding.provider.id }),
  }
}
