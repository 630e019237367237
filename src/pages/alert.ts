import type { AuthErrorCode } from '../errors.ts'
import type { PageFrame, Problem } from '../types/language.ts'
import { errorText } from './error-text.ts'
import { pageText } from './frame.ts'
import { attributes, type Fragment, html } from './html.ts'
import { spaced } from './spaced.ts'

/** The words for visitors about an error: the frame's, or ours. */
export function describeError(code: AuthErrorCode, frame: PageFrame): Problem {
  return { ...(frame.errors?.[code] ?? errorText[code]), hint: undefined }
}

/** Tells what went wrong, or only what happened, on a page that lets the visitor go on. */
export function alert(problem: Problem | undefined, frame: PageFrame): Fragment {
  if (!problem) return
  const { title, text, advice, hint, neutral } = problem
  const box = neutral ? { class: 'told', role: 'status' } : { class: 'told alert', role: 'alert' }
  return html`<div${attributes(box)}><strong>${title}</strong>${(text || advice) && html`<p>${spaced(text, advice)}</p>`}</div>${
    hint && developerBox(frame, html`<p>${hint}</p>`)
  }`
}

/** A box for the developer, folded away and apart from what is for the visitor. */
export function developerBox(frame: PageFrame, content: Fragment): Fragment {
  const say = pageText(frame)
  return html`<details class="dev"><summary>${say.developer}</summary><small>${say.developerText}</small>${content}${
    frame.inspector && html`<p><a href="${frame.inspector}">Every step, in the inspector</a></p>`
  }</details>`
}
