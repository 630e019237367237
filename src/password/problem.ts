import type { Context } from '../context.ts'
import type { AuthError } from '../errors.ts'
import { describeError } from '../pages/alert.ts'
import { errorNotice } from '../pages/error-notice.ts'
import type { Flash } from '../pages/flash.ts'
import type { PageFrame, Problem } from '../types/language.ts'
import type { Sentences } from './text.ts'

type Told = Pick<Problem, 'title' | 'text'>

/** The words for each reason of a refusal; the rule for new passwords stands on the page. */
const reasons: Readonly<Record<string, (say: Sentences) => Told>> = {
  'password-short': (say) => ({ title: say.short, text: '' }),
  'password-long': (say) => ({ title: say.long, text: '' }),
  'password-name': (say) => ({ title: say.breached, text: say.nameText }),
  'password-breached': (say) => ({ title: say.breached, text: say.breachedText }),
  'password-wrong': (say) => ({ title: say.wrongCurrent, text: '' }),
  'code-wrong': (say) => ({ title: say.wrongCode, text: say.wrongCodeText }),
  'username-taken': (say) => ({ title: say.usernameTaken, text: '' }),
  'username-invalid': (say) => ({ title: say.usernameInvalid, text: say.usernameInvalidText }),
}

/** The problem before this page, as its address names it. */
export function problemBefore(
  context: Context,
  frame: PageFrame,
  { say, flash }: { say: Sentences; flash: Flash },
): Problem | undefined {
  const problem = errorNotice(context, frame, flash)
  const told = toldBy(context.query.get('code'), say)
  const { code, triesLeft } = flash
  const isCode = code === 'CredentialsSignin' && triesLeft !== undefined
  const advice = isCode ? say.triesLeft(triesLeft) : undefined
  return problem && { ...problem, ...told, advice }
}

/** The problem with what was typed, for the page where it was typed. */
export function problemOf(frame: PageFrame, { code, reason }: AuthError, say: Sentences): Problem {
  return { ...describeError(code, frame), ...toldBy(reason, say) }
}

function toldBy(reason: string | null | undefined, say: Sentences): Told | undefined {
  const tell = reason && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  return tell?.(say)
}
