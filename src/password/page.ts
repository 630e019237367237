import type { Context } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import { alert } from '../pages/alert.ts'
import { codeCss } from '../pages/code-field.ts'
import { methodForm } from '../pages/form.ts'
import { type Fragment, html } from '../pages/html.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { type PageResponse, respond } from '../pages/respond.ts'
import type { Problem } from '../types/language.ts'
import type { FormView } from '../types/views.ts'

/** A page with one form. */
export interface FormPage {
  readonly title: string
  readonly lead: Fragment
  readonly form: FormView
  /** A form that looks like a link. */
  readonly other?: FormView | undefined
  readonly links?: readonly { readonly href: string; readonly label: string }[]
  readonly problem?: Problem | undefined
}

const css = `.plain{width:auto;min-height:0;padding:0;border:0;background:none;font-weight:400;text-decoration:underline;text-underline-offset:.2em}${codeCss}`

/** Shows a page with one form, in the application's look. */
export async function showFormPage(
  context: Context,
  { title, lead, form, other, links = [], problem }: FormPage,
  response: PageResponse = {},
): Promise<Response> {
  const frame = requestFrame(context)
  const carried = { csrfToken: await csrfToken(context) }
  const isWrong = problem && !problem.neutral
  // Whoever has to type something again finds themselves there.
  const empty = isWrong && form.inputs?.find(({ value }) => !value)
  const inputs = form.inputs?.map((input) =>
    input === empty ? { ...input, autofocus: true } : input,
  )
  const body = [
    alert(problem, frame),
    methodForm({ ...form, inputs }, carried, { look: 'main' }),
    html`<div class="links">${other && methodForm(other, carried, { look: 'plain' })}${links.map(
      ({ href, label }) => html`<a href="${href}">${label}</a>`,
    )}</div>`,
  ]
  return respond({ frame, title, lead, body, css, forms: [form, other] }, response)
}
