import { html } from '../../pages/html.ts'
import { respond } from './frame.ts'

const script = 'document.forms[0].submit()'

/** Hands the answer to the application by a form that submits itself (response_mode=form_post). */
export function deliverByForm(
  platform: string,
  redirect_uri: string,
  parameters: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const fields = Object.entries(parameters).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return respond({
    title: 'Returning',
    platform,
    formTargets: [redirect_uri],
    headers,
    script,
    body: html`<div class="card"><h1>Returning to the application</h1>
<form method="post" action="${redirect_uri}">${fields}<button class="main">Continue</button></form></div>`,
  })
}
