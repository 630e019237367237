import { environmentOf, isProduction } from '../config/environment.ts'
import type { AuthError } from '../errors.ts'
import { wantsJson } from '../http/respond.ts'
import { errorText } from '../pages/error-text.ts'
import { type Fragment, html } from '../pages/html.ts'
import { respond } from '../pages/respond.ts'
import type { AuthConfig } from '../types/config.ts'

/** Without a configuration there is nothing to show but that; whoever develops sees what is wrong with it, and what to do. */
export function notConfigured(problem: AuthError, request: Request, config: AuthConfig): Response {
  const { code, status } = problem
  if (!request.headers.get('accept')?.includes('text/html') || wantsJson(request)) {
    const message = 'Sign-in is not configured; the log says why.'
    const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
    return Response.json({ error: code, message, url: '/' }, { status, headers })
  }
  const { title, text } = errorText[code]
  const isDeveloping = !isProduction(environmentOf(config), config.runtime?.dev)
  const page = {
    // What the application wrote about its pages may be what is wrong.
    frame: { theme: {}, basePath: '' },
    title,
    lead: text,
    css,
    body: isDeveloping && list(problem),
  }
  return respond(page, { status })
}

const css =
  'ol{margin:0;padding-inline-start:1.25rem;display:grid;gap:1rem}li p{margin:0 0 .375rem}pre{margin:0;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;overflow-x:auto;white-space:pre-wrap;user-select:all}'

/** Each problem, and what to write: one click selects it. */
function list(problem: AuthError): Fragment {
  // Several are the errors of one cause.
  const { errors = [problem] } = Object(problem.cause) as { errors?: AuthError[] }
  return html`<ol>${errors.map(
    ({ message, hint, variable }) =>
      html`<li><p>${message}. ${hint}</p>${variable && html`<pre>${variable}=</pre>`}</li>`,
  )}</ol>`
}
