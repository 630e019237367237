import { html } from '../../pages/html.ts'
import { respond } from './frame.ts'

/** The platform's own error page, with the codes in its address. The application is not called back. */
export function problemPage(platform: string, parameters: URLSearchParams): Promise<Response> {
  const codes = [...parameters].filter(([name]) => name !== 'advice' && name !== 'flow')
  return respond({
    title: 'Something went wrong',
    platform,
    status: 400,
    body: html`<div class="card"><h1>Something went wrong</h1>
<p>Signing in stopped here, on the platform’s side. The application was not called back.</p>
<table><tbody>${codes.map(
      ([name, value]) => html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>`,
    )}</tbody></table>
<h2>What to do</h2><p>${parameters.get('advice')}</p></div>`,
  })
}
