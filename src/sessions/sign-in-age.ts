import type { CurrentSession } from '../context.ts'

/** The age up to which a sign-in may add or remove a way in, or delete an account: long enough to find the button. */
export const recentSeconds = 3600

/** The moment the person signed in, in seconds since 1970: by what was sealed or stored, whatever the `session` callback shows. */
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
