import type { Context } from '../context.ts'
import type { AuthError } from '../errors.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { describeError } from '../pages/alert.ts'
import { type DeveloperView, errorPage } from '../pages/error-page.ts'
import { pageText } from '../pages/frame.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'

/** The page that says calmly what went wrong, and leads back to where it can be tried again. */
export async function showError(
  context: Context,
  { code }: Pick<AuthError, 'code'>,
  more: { status: number; developer?: DeveloperView | undefined; headers?: HeadersInit },
): Promise<Response> {
  const { status, developer, headers } = more
  const frame = requestFrame(context)
  const say = pageText(frame)
  context.callbackUrl ??= await requestedCallbackUrl(context)
  const { retryUrl } = context
  const label = code === 'NotFound' ? say.toSignIn : say.tryAgain
  const link = retryUrl
    ? { href: retryUrl, label: say.back }
    : { href: signInPageUrl(context), label }
  return respond(errorPage({ frame, problem: describeError(code, frame), developer, link }), {
    status,
    ...(headers && { headers }),
  })
}

/** The address that the request wanted to go to, as far as it can be read. */
async function requestedCallbackUrl(context: Context): Promise<string | undefined> {
  try {
    const { request, query } = context
    const form = request.method === 'POST' ? await context.body() : {}
    const requested = query.get('callbackUrl') ?? form.callbackUrl
    return requested === undefined ? undefined : await resolveCallbackUrl(context, requested)
  } catch {
    return undefined
  }
}
