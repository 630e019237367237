import type { App } from '../app.ts'
import { loadSteps } from '../config/steps-of-parts.ts'
import type { Context, CurrentSession } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Level } from '../types/models.ts'
import { isRecent, signedInAt } from './sign-in-age.ts'

/** Knows where people prove more. It comes with the parts that ask for steps. */
export interface MoreProof {
  /** The page where a user proves more than they did. */
  missingStep(app: App, userId: string, level: Level | undefined): Promise<string | undefined>
}

/** A proof: of which user, when and by which methods. */
export interface Proven {
  readonly userId: string
  readonly authTime?: number | undefined
  readonly amr?: readonly string[] | undefined
}

/** The proof in a session, by what was sealed or stored, whatever the `session` callback shows. */
export function provenIn(current: CurrentSession): Proven {
  const { userId, token, stored } = current
  const amr = token ? token.amr : stored?.amr?.split(' ')
  return { userId, authTime: signedInAt(current), amr }
}

/**
 * Refuses whoever has not proven enough, recently enough; the error names the page of a part where they can. Without a level, the highest
 * that the user has is needed: what adds or removes a way in must not be easier than the ways in themselves.
 */
export async function assertProven(
  app: App,
  { userId, authTime, amr }: Proven,
  { maxAge, level }: { maxAge?: number | undefined; level?: Level } = {},
): Promise<void> {
  const isOld = !isRecent(app.services, authTime, maxAge)
  if (!isOld && (level === 1 || amr?.includes('mfa'))) return
  const url = await (await loadSteps<MoreProof>(app.config))?.missingStep(app, userId, level)
  if (isOld || level || url)
    throw new AuthError('RecentSignInRequired', 'The sign-in is too old or proves too little', {
      url,
    })
}

/** The session of whoever adds or removes a way in: proven as well as its user can, within the last hour. Others are led to where they can. */
export async function requireRecentSession(context: Context): Promise<CurrentSession> {
  const current = await context.currentSession()
  if (!current) throw new AuthError('SessionRequired', 'Nobody is signed in')
  await assertProven(context, provenIn(current))
  return current
}
