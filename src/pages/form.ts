import type { ActionView, FieldView, FormView, HiddenFields } from '../types/views.ts'
import { attributes, type Fragment, type Html, html, verbatim } from './html.ts'

export type { ActionView, FieldView, HiddenFields } from '../types/views.ts'

/** A form that POSTs its fields to an action. */
export function postForm(view: ActionView, content: Fragment): Html {
  return html`<form method="post" action="${view.action}">${hiddenInputs(view.fields)}${content}</form>`
}

/** The drawings that a form or an item may ask for by name. */
export const icons: Readonly<Record<'key' | 'mail', Html>> = {
  key: drawing('<circle cx="8" cy="15.5" r="4.5"/><path d="m11.5 12 8-8M16 7.5l3 3"/>'),
  mail: drawing('<path d="M3 6h18v13H3zl9 7 9-7"/>'),
}

function drawing(lines: string): Html {
  return verbatim(
    `<svg class="tile key" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${lines}</svg>`,
  )
}

/** The parts that a page adds to a form. */
export interface FormParts {
  /** The look of the button: the page's main way on, or a link. */
  look?: 'main' | 'plain' | false
  /** The problem with it before. */
  problem?: Fragment
  /** A word beside the button's own. */
  badge?: Fragment
  /** Something before the button. */
  last?: Fragment
}

/** A method's form as it stands by itself. A script finds it by its `data-` attributes; without scripts it says why it is idle. */
export function methodForm(
  view: FormView,
  carried: HiddenFields = {},
  { look, problem, badge, last }: FormParts = {},
): Html {
  const { action, submit, inputs = [], icon, data = {}, noScript } = view
  const marks = Object.entries(data).map(([name, value]) => [`data-${name}`, value])
  const form = { method: 'post', action, ...Object.fromEntries(marks) }
  const label = icon ? html`${icons[icon]}<span class="fill">${submit}</span>` : submit
  const button = html`<button${attributes({ class: look })}>${label}${badge}</button>`
  return html`<form${attributes(form)}>${hiddenInputs({ ...carried, ...view.fields })}${problem}${inputs.map(field)}${last}${button}${
    noScript && html`<noscript><small>${noScript}</small></noscript>`
  }</form>`
}

/** The inputs that carry `fields` unseen. */
export function hiddenInputs(fields: HiddenFields = {}): Html[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : html`<input${attributes({ type: 'hidden', name, value })}>`,
  )
}

/** A labelled input. A password is never written back into a page. */
export function field({ name, label, ...rest }: FieldView): Html {
  const known = Object.entries(rest).flatMap(([key, value]) => {
    const attribute = key.toLowerCase()
    return allowed.has(attribute) && isScalar(value) ? [[attribute, value] as const] : []
  })
  const written: Record<string, string | number | boolean> = { name, ...Object.fromEntries(known) }
  if (written.type === 'password') delete written.value
  return html`<label>${label ?? name}<input${attributes(written)}></label>`
}

// A list, because a provider's inputs may hold anything (`onfocus`); in lower case, because Auth.js's are React's.
const allowed: ReadonlySet<string> = new Set(
  'type value placeholder autocomplete autocapitalize spellcheck required readonly autofocus inputmode pattern title min max step minlength maxlength class'.split(
    ' ',
  ),
)

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
