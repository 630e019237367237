import type { Context } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import type { FormView } from '../types/views.ts'
import { alert } from './alert.ts'
import { codeCss } from './code-field.ts'
import { errorNotice, waitHeaders } from './error-notice.ts'
import { takeFlash } from './flash.ts'
import { methodForm } from './form.ts'
import { html } from './html.ts'
import { requestFrame } from './request-frame.ts'
import { respond } from './respond.ts'
import { linkUrl } from './url.ts'

/** A page of a part: a title, a sentence and one form. */
export interface StepView {
  readonly title: string
  readonly text: string
  readonly form: FormView
  /** Another way on. */
  readonly other?: { readonly href: string; readonly label: string } | undefined
}

/** The page of a part that asks for one thing, with the application's look. It tells what was wrong when the form was sent before. */
export async function showStep(context: Context, view: StepView): Promise<Response> {
  const { title, text, form, other } = view
  const frame = requestFrame(context)
  const flash = await takeFlash(context)
  const problem = errorNotice(context, frame, flash)
  const elsewhere = linkUrl(other?.href)
  const body = [
    alert(problem, frame),
    methodForm(form, { csrfToken: await csrfToken(context) }, { look: 'main' }),
    elsewhere && html`<div class="links"><a href="${elsewhere}">${other?.label}</a></div>`,
  ]
  return respond({ frame, title, lead: text, css: codeCss, body }, problem && waitHeaders(flash))
}
