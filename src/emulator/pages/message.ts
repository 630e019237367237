import { html } from '../../pages/html.ts'
import { respond } from './frame.ts'

/** A page with a last sentence for the person. */
export function messagePage(
  platform: string,
  sentence: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const body = html`<div class="card"><h1>${sentence}</h1><p class="soft">You can close this page.</p></div>`
  return respond({ title: sentence, platform, headers, body })
}
