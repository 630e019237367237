import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { LinkRequest } from '../methods/method.ts'
import { assertProven } from '../sessions/proof.ts'
import type { Sessions } from '../sessions/session.ts'
import type { Storage } from '../types/storage.ts'

/**
 * Returns a function that says whether an account may still be connected: only while the session that asked for it exists, and in the
 * browser that has it. It is asked again inside the transaction, because the session may be ended while the application decides.
 */
export async function linkGuard(
  context: Context,
  sessions: Sessions,
  link: LinkRequest | undefined,
): Promise<(storage: Storage | undefined) => Promise<boolean>> {
  if (!link) return async () => false
  const current = await context.currentSession()
  const isHere = current
    ? current.userId === link.userId && current.sessionId === link.sessionId
    : // Browsers send no session cookie with a cross-site POST; the flow's own cookie speaks for this browser.
      link.formPost === true && context.request.method === 'POST'
  return async (storage) => isHere && sessions.exists(link, storage)
}

/** Refuses to connect an account for a session that is gone or old. */
export async function assertMayLink(
  context: Context,
  sessions: Sessions,
  link: LinkRequest,
): Promise<void> {
  const mayStillLink = await linkGuard(context, sessions, link)
  if (!(await mayStillLink(context.config.storage))) {
    const message = 'The session that started connecting an account is not there any more'
    throw new AuthError('SessionRequired', message)
  }
  // Asked here too, because every method comes by: one that is not ours may have made the request for itself.
  await assertProven(context, link)
}
