import { html } from '../../../pages/html.ts'
import { readJwt } from '../../jwt.ts'
import { respond } from '../../pages/frame.ts'
import { redirect } from '../../reply.ts'
import { sessionCookie } from '../../sign-in.ts'
import type { Endpoint, Exchange } from '../../types.ts'
import type { Complete } from '../oauth2/description.ts'

/** Ends the person's session on the platform (OpenID Connect RP-Initiated Logout). */
export function endSession(platform: Complete, url: string): Endpoint {
  const answer = (exchange: Exchange): Response | Promise<Response> => {
    const parameters = exchange.method === 'POST' ? exchange.form : exchange.url.searchParams
    const forget = { 'set-cookie': `${sessionCookie(platform.id)}=; Path=/; Max-Age=0` }
    const target = parameters.get('post_logout_redirect_uri')
    if (target === null) {
      return page(platform.name, 200, 'Signed out', 'You can close this page.', forget)
    }
    const hint = readJwt(parameters.get('id_token_hint') ?? '')
    const client_id = parameters.get('client_id') ?? hint?.claims.aud
    const app = platform.apps.find((one) => one.client_id === client_id)
    if (!app?.post_logout_redirect_uris?.includes(target)) {
      const advice = `${target} is not registered as post_logout_redirect_uri.`
      return page(platform.name, 400, 'Something went wrong', advice, {})
    }
    const state = parameters.get('state')
    const query = state === null ? '' : `?${new URLSearchParams({ state })}`
    return redirect(target + query, forget)
  }
  return { name: 'end_session', url, methods: ['GET', 'POST'], answer, faults: {} }
}

function page(
  platform: string,
  status: number,
  title: string,
  sentence: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const body = html`<div class="card"><h1>${title}</h1><p>${sentence}</p></div>`
  return respond({ title, platform, status, headers, body })
}
