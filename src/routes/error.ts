import { errors } from '../errors.ts'
import { json, wantsJson, withCookies } from '../http/respond.ts'
import { codeOf, developerOf, takeFlash } from './failure.ts'
import type { Route } from './route.ts'

/** `GET /error`: says calmly what went wrong, and offers a way on. */
export const error: Route = {
  async GET(context) {
    const { request, query, outgoing } = context
    const code = codeOf(query.get('error') ?? '')
    const { status, title } = errors[code]
    if (wantsJson(request)) return json({ error: code, message: title }, [], status)
    const flash = await takeFlash(context)
    const { showError } = await import('./pages.ts')
    const developer = flash?.code === code ? developerOf(flash) : undefined
    return withCookies(
      showError(context, code, { status, ...(developer && { developer }) }),
      outgoing,
    )
  },
}
