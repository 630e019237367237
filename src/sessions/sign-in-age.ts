import type { Context, CurrentSession } from '../context.ts'
import { AuthError } from '../errors.ts'

/** The age up to which a sign-in may add or remove a way in, or delete an account: long enough to find the button. */
export const recentSeconds = 3600

/** When the person signed in, in seconds since 1970: by what was sealed or stored, whatever the `session` callback shows. */
export function signedInAt({ token, stored }: CurrentSession): number | undefined {
  return token ? token.auth_time : stored?.authTime
}

/** A sign-in of which nobody knows when it was is not recent. */
export function isRecent(
  { now }: { now(): number },
  authTime = 0,
  seconds: number = recentSeconds,
): boolean {
  return (authTime + seconds) * 1000 > now()
}

/** Refuses what a stolen session must not be able to do, unless the person signed in a short while ago. */
export function assertRecent(
  services: { now(): number },
  authTime: number | undefined,
  seconds?: number,
): void {
  if (isRecent(services, authTime, seconds)) return
  throw new AuthError('RecentSignInRequired', 'The sign-in is too long ago for this')
}

/** The session of whoever adds a way in: somebody who signed in within the last hour. Others are led to sign in again. */
export async function requireRecentSession(context: Context): Promise<CurrentSession> {
  const current = await context.currentSession()
  if (!current) throw new AuthError('SessionRequired', 'Nobody is signed in')
  assertRecent(context.services, signedInAt(current))
  return current
}
