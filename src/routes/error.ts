import { json, redirect, wantsJson } from '../http/respond.ts'
import { errorText } from '../pages/error-text.ts'
import { developerView, readErrorCode, takeFlash } from '../pages/flash.ts'
import { loadPages } from '../responses/load-pages.ts'
import type { Route } from '../route.ts'

/** `GET /error`: says calmly what went wrong, and offers a way on. The failure itself was answered before. */
export const error: Route = {
  async GET(context) {
    const { config, request, query, origin } = context
    const code = readErrorCode(query.get('error') ?? '')
    if (wantsJson(request)) return json({ error: code, message: errorText[code].title })
    if (config.pages.error) {
      const page = new URL(config.pages.error, origin)
      page.searchParams.set('error', code)
      return redirect(page.href)
    }
    const flash = await takeFlash(context)
    const developer = flash.code === code ? developerView(flash) : undefined
    const { showError } = await loadPages()
    return showError(context, { code }, { status: 200, developer })
  },
}
