import type { Context } from '../context.ts'
import type { AuthError } from '../errors.ts'
import { type DeveloperView, errorPage } from '../pages/error.ts'
import { pageText } from '../pages/frame.ts'
import { describeError } from '../pages/problem.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'

/** The page that says calmly what went wrong. */
export function showError(
  context: Context,
  { code }: Pick<AuthError, 'code'>,
  more: { status: number; developer?: DeveloperView; headers?: HeadersInit },
): Response {
  const { status, developer, headers } = more
  const frame = requestFrame(context)
  // Who may not remove the last way in has an account to go back to.
  const link =
    code === 'LastMethod'
      ? { href: `${context.baseUrl}/account`, label: pageText(frame).account }
      : undefined
  return respond(errorPage({ frame, problem: describeError(code, frame), developer, link }), {
    status,
    ...(headers && { headers }),
  })
}
