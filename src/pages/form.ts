import { attributes, type Fragment, type Html, html } from './html.ts'

/** Values that a form carries unseen. */
export type HiddenFields = Readonly<Record<string, string | undefined>>

/** One input of a form; names as HTML and Auth.js's `CredentialInput` have them. */
export type FieldView = {
  readonly name: string
  readonly label?: string | undefined
  readonly type?: string | undefined
  readonly value?: string | number | undefined
  readonly placeholder?: string | undefined
  readonly autocomplete?: string | undefined
  readonly required?: boolean | undefined
  readonly autofocus?: boolean | undefined
  readonly inputmode?: string | undefined
  readonly pattern?: string | undefined
  readonly title?: string | undefined
  readonly min?: string | number | undefined
  readonly max?: string | number | undefined
  readonly step?: string | number | undefined
  readonly minlength?: number | undefined
  readonly maxlength?: number | undefined
  readonly class?: string | undefined
}

/** Somewhere to POST to, and what to say there. */
export type ActionView = { readonly action: string; readonly fields?: HiddenFields | undefined }

/** A form that POSTs its fields to an action. */
export function postForm(view: ActionView, content: Fragment): Html {
  return html`<form method="post" action="${view.action}">${hiddenInputs(view.fields)}${content}</form>`
}

/** The inputs that carry `fields` unseen. */
export function hiddenInputs(fields: HiddenFields = {}): Html[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : html`<input${attributes({ type: 'hidden', name, value })}>`,
  )
}

/** A labelled input. A password is never written back into a page. */
export function field({ name, label, ...rest }: FieldView): Html {
  const value = rest.type === 'password' ? undefined : rest.value
  const known = Object.fromEntries(allowed.map((attribute) => [attribute, rest[attribute]]))
  return html`<label>${label ?? name}<input${attributes({ name, ...known, value })}></label>`
}

// Written out because a provider's inputs may hold more keys than their type admits (`onfocus`).
const allowed = [
  'type',
  'placeholder',
  'autocomplete',
  'required',
  'autofocus',
  'inputmode',
  'pattern',
  'title',
  'min',
  'max',
  'step',
  'minlength',
  'maxlength',
  'class',
] as const satisfies readonly (keyof FieldView)[]
