import { type AuthErrorCode, errors } from '../errors.ts'
import type { PageFrame, Problem } from '../types/language.ts'
import { pageText } from './frame.ts'
import { type Fragment, html } from './html.ts'

/** What a visitor reads about an error: the frame's words for it, or the error table's. The table's hint is not for them. */
export function describeError(code: AuthErrorCode, frame: PageFrame): Problem {
  return { ...(frame.errors?.[code] ?? errors[code]), hint: undefined }
}

/** Tells what went wrong on a page that lets the visitor try again. */
export function alert(problem: Problem | undefined, frame: PageFrame): Fragment {
  if (!problem) return
  const { title, text, advice, hint } = problem
  return html`<div class="alert" role="alert"><strong>${title}</strong><p>${text} ${advice}</p>${
    hint && html`<p><small><b>${pageText(frame).developer}:</b> ${hint}</small></p>`
  }</div>`
}
