import type { Context } from '../context.ts'
import { toAuthError } from '../errors.ts'
import { happened } from '../identity/happened.ts'
import type { Notice } from './acts.ts'

/**
 * Counts a notice to a user; false if there were too many of this kind, and it is left out. Kinds are counted apart: many sign-ins must
 * not hide a changed address.
 */
export async function isWithinLimit(
  context: Context,
  userId: string,
  notice: Notice,
): Promise<boolean> {
  const { services, request } = context
  try {
    // Each kind has an allowance of its own, as a device has, and it does not matter who caused it.
    await services.consumeLimit('notice', { account: userId, device: notice, request })
    return true
  } catch (thrown) {
    const { code, retryAfter = 0 } = toAuthError(thrown)
    if (code !== 'RateLimited') throw thrown
    await sayOnce(context, userId, notice, retryAfter)
    return false
  }
}

/** Says once in a window that notices are left out: to the log, to the audit log and to the application. */
async function sayOnce(
  context: Context,
  userId: string,
  notice: Notice,
  seconds: number,
): Promise<void> {
  const { services } = context
  const until = new Date(services.now() + seconds * 1000)
  if (!(await services.claim(`notices left out ${userId} ${notice}`, until))) return
  services.logger.warn(
    `Notices "${notice}" to the user ${userId} are left out for up to ${seconds} s: there were more than \`limits.notice\` allows`,
  )
  await happened(context, { event: 'limitNotices', userId, detail: { notice, seconds } })
}
