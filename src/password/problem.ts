import type { Context } from '../context.ts'
import type { AuthError } from '../errors.ts'
import { describeError } from '../pages/alert.ts'
import { errorNotice } from '../pages/error-notice.ts'
import type { Flash } from '../pages/flash.ts'
import type { PageFrame, Problem } from '../types/language.ts'
import type { PasswordText } from '../types/password.ts'
import type { ResolvedPassword } from './resolved.ts'

type Told = Pick<Problem, 'title' | 'text'>

/** What is said about each reason of a refusal. */
const reasons: Readonly<Record<string, (say: PasswordText, minimum: number) => Told>> = {
  'password-short': (say, minimum) => ({ title: say.short, text: say.shortText(minimum) }),
  'password-long': (say) => ({ title: say.long, text: say.longText }),
  'password-breached': (say) => ({ title: say.breached, text: say.breachedText }),
  'password-wrong': (say) => ({ title: say.wrongCurrent, text: say.wrongCurrentText }),
  'code-wrong': (say) => ({ title: say.wrongCode, text: say.wrongCodeText }),
  'username-taken': (say) => ({ title: say.usernameTaken, text: say.usernameTakenText }),
  'username-invalid': (say) => ({ title: say.usernameInvalid, text: say.usernameInvalidText }),
}

/** What went wrong before this page, as its address names it. */
export function problemBefore(
  context: Context,
  frame: PageFrame,
  { say, flash, minimum }: { say: PasswordText; flash: Flash } & Pick<ResolvedPassword, 'minimum'>,
): Problem | undefined {
  const problem = errorNotice(context, frame, flash)
  const told = toldBy(context.query.get('code'), say, minimum)
  const { code, triesLeft } = flash
  const isCode = code === 'CredentialsSignin' && triesLeft !== undefined
  const advice = isCode ? say.triesLeft(triesLeft) : undefined
  return problem && { ...problem, ...told, advice }
}

/** What is wrong with what was typed, on the page where it was. */
export function problemOf(
  frame: PageFrame,
  { code, reason }: AuthError,
  say: PasswordText,
  minimum: number,
): Problem {
  return { ...describeError(code, frame), ...toldBy(reason, say, minimum) }
}

function toldBy(
  reason: string | null | undefined,
  say: PasswordText,
  minimum: number,
): Told | undefined {
  const tell = reason && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  return tell?.(say, minimum)
}
