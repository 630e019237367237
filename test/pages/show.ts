import type { Page as Tab } from 'playwright-core'
import type { Page } from '../../src/pages/layout.ts'
import { respond } from '../../src/pages/respond.ts'

/** Opens a page in a tab, as `https://app.test` would send it; nothing leaves the machine. */
export async function show(
  tab: Tab,
  page: Page,
  headers: (sent: Record<string, string>) => Record<string, string> = (sent) => sent,
): Promise<void> {
  await tab.unrouteAll()
  await tab.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/api/auth/passkey.js') {
      const body = 'document.documentElement.dataset.ran = "yes"'
      return route.fulfill({ contentType: 'text/javascript', body })
    }
    if (pathname !== '/page') return route.fulfill({ status: 204 })
    const response = respond(page)
    const sent = headers(Object.fromEntries(response.headers))
    return route.fulfill({ headers: sent, body: await response.text() })
  })
  await tab.goto('https://app.test/page')
}
