import type { Context } from '../context.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { startSession } from './database-sessions.ts'
import type { Sessions } from './session.ts'
import { signedInAt } from './sign-in-age.ts'

/**
 * Begins the session of this browser anew with more proof. Its key changes: whoever planted or copied the old one does not rise with it.
 * `isRecent`: the proof is as good as a new sign-in.
 */
export async function raiseSession(
  context: Context,
  sessions: Sessions,
  more: readonly string[],
  isRecent: boolean,
): Promise<void> {
  const { config, cookies, now } = context
  const current = await context.currentSession()
  if (!current || !(await sessions.exists(current, config.storage))) throw ended()
  const { token, stored } = current
  const before = token ? token.amr : stored?.amr?.split(' ')
  const amr = [...new Set([...(before ?? []), ...more, 'mfa'])].filter(Boolean)
  const authTime = isRecent ? now : (signedInAt(current) ?? 0)
  if (config.session.strategy === 'database') {
    const proof = { ...(authTime && { authTime }), amr: amr.join(' ') }
    const begun = await startSession(context, current, sessions.exists, proof)
    if (!begun) throw ended()
    await sessions.end(context)
    cookies.add(begun)
    return
  }
  const begun = { jti: random(16), session_start: now, ...(authTime && { auth_time: authTime }) }
  const raised = { ...token, amr, ...begun }
  await sessions.end(context)
  const { inherited: _, ...own } = current
  if (await sessions.renew(context, { ...own, token: raised })) return
  throw ended()
}

function ended(): AuthError {
  return new AuthError('SessionRequired', 'The session has ended')
}
