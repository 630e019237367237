import type { Context } from '../context.ts'
import { AuthError, toAuthError } from '../errors.ts'
import { typedCode } from '../http/typed-code.ts'
import { happened } from '../identity/happened.ts'
import { countCodes, useRecoveryCode } from './recovery-codes.ts'
import { minutesBehind, useTotpCode } from './totp-factor.ts'

/** Longer texts are no codes. */
const maxLength = 60

/**
 * Uses up what somebody typed, a code of their app or a recovery code, and returns what it proves (RFC 8176). Tries are counted for the
 * account before anything is looked at: no number of browsers, sign-ins or servers gives anybody more of them.
 */
export async function proveByCode(
  context: Context,
  userId: string,
  typed: unknown,
): Promise<readonly string[]> {
  const code = typeof typed === 'string' ? typedCode(typed) : ''
  if (code === '' || code.length > maxLength) throw wrongCode('No code was entered')
  await countTry(context, userId)
  if (!/^\d{6}$/.test(code)) return proveByRecoveryCode(context, userId, code)
  context.once = await useTotpCode(context, userId, code)
  if (context.once) return ['otp']
  const minutes = await minutesBehind(context, userId, code)
  throw wrongCode(
    'The code is wrong, or was used before',
    minutes === undefined ? undefined : `behind-${minutes}`,
  )
}

async function proveByRecoveryCode(
  context: Context,
  userId: string,
  code: string,
): Promise<readonly string[]> {
  if (!(await useRecoveryCode(context, userId, code)))
    throw wrongCode('The recovery code is wrong, or was used before')
  context.once = true
  const left = await countCodes(context, userId)
  await happened(context, { event: 'useRecoveryCode', userId, detail: { left } })
  return ['otp']
}

/** Counts a try of the account; says once in a window that there were too many. */
async function countTry(context: Context, userId: string): Promise<void> {
  const { services, request } = context
  try {
    for (const kind of ['secondFactor', 'secondFactorDaily'])
      await services.consumeLimit(kind, { account: userId, request })
  } catch (thrown) {
    const { code, retryAfter = 0 } = toAuthError(thrown)
    const until = new Date(services.now() + retryAfter * 1000)
    if (code === 'RateLimited' && (await services.claim(`factor limit ${userId}`, until)))
      await happened(context, { event: 'limitFactor', userId, detail: { seconds: retryAfter } })
    throw thrown
  }
}

/** The refusal of a code. `reason` is for the page: how late the phone's clock is. */
function wrongCode(message: string, reason?: string): AuthError {
  return new AuthError('Verification', message, {
    field: 'code',
    reason,
    hint: 'Codes work once, for about 30 seconds. The clock of the server or of the phone may be wrong.',
  })
}
