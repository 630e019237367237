import type { PageText } from '../types/language.ts'
import { type ActionView, type FieldView, field, hiddenInputs } from './form.ts'
import { attributes, type Html, html, verbatim } from './html.ts'

/** A ceremony that the passkey module runs when its button is pressed. */
export type PasskeyAction = ActionView & {
  readonly provider: string
  readonly ceremony: 'authenticate' | 'register'
  /** What the person is asked before. */
  readonly inputs?: readonly FieldView[] | undefined
}

/** The sign of a passkey. */
export const key: Html = verbatim(
  '<svg class="tile key" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="8" cy="15.5" r="4.5"/><path d="m11.5 12 8-8M16 7.5l3 3"/></svg>',
)

/** A button for the passkey module, which finds it by `data-passkey`; without scripts it says why it is idle. */
export function passkeyForm(view: PasskeyAction, label: string, say: PageText): Html {
  const { action, provider, ceremony, inputs = [] } = view
  const form = { method: 'post', action, 'data-passkey': ceremony, 'data-provider': provider }
  return html`<form${attributes(form)}>${hiddenInputs(view.fields)}${inputs.map(field)}<button>${key}<span class="fill">${label}</span></button><noscript><small>${say.passkeyNeedsScript}</small></noscript></form>`
}
