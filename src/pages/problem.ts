import { type Fragment, html } from './html.ts'
import type { Problem } from './text.ts'

/** Tells what went wrong on a page that lets the visitor try again. */
export function alert(problem: Problem | undefined): Fragment {
  if (!problem) return
  const { title, text, advice } = problem
  return html`<div class="alert" role="alert"><strong>${title}</strong><p>${text} ${advice}</p></div>`
}
