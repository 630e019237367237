import type { CredentialInput } from '../types/credentials.ts'
import { attributes, type Fragment, type Html, html } from './html.ts'

/** Values that a form carries unseen. */
export type HiddenFields = Readonly<Record<string, string | undefined>>

/** One input of a form, with the attributes that a credentials provider may give it. */
export type FieldView = CredentialInput & { readonly name: string }

/** Somewhere to POST to, and what to say there. */
export type ActionView = {
  readonly action: string
  readonly fields?: HiddenFields | undefined
}

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
