import type { PageFrame, Problem } from '../types/language.ts'
import { developerBox } from './alert.ts'
import { pageText } from './frame.ts'
import { type Fragment, html } from './html.ts'
import type { Page } from './layout.ts'
import { spaced } from './spaced.ts'
import { linkUrl } from './url.ts'

/** The facts for a developer; they must hold no secret, and are given in development only. */
export type DeveloperView = {
  readonly code: string
  readonly hint?: string | undefined
  /** Facts by name: which cookie, parameter, setting or platform answer. */
  readonly details?: Readonly<Record<string, string | undefined>> | undefined
}

/** The contents of the error page. */
export type ErrorView = {
  readonly frame: PageFrame
  readonly problem: Problem
  /** The way on: the sign-in page, unless said otherwise. */
  readonly link?: { readonly href: string; readonly label: string } | undefined
  readonly developer?: DeveloperView | undefined
}

/** The page that says calmly what went wrong and offers a way on. */
export function errorPage({ frame, problem, link, developer }: ErrorView): Page {
  const say = pageText(frame)
  const href = linkUrl(link?.href) ?? `${frame.basePath}/signin`
  return {
    frame,
    title: problem.title,
    css: developer && css,
    lead: spaced(problem.text, problem.advice),
    body: [
      html`<a class="button main" href="${href}">${link?.label ?? say.tryAgain}</a>`,
      developer && developerBox(frame, facts(developer)),
    ],
  }
}

const css =
  'dl{display:grid;grid-template-columns:auto 1fr;gap:.375rem 1rem;font-size:.875rem}dt{color:var(--soft)}dd,code{font-family:ui-monospace,monospace}'

function facts({ code, hint, details = {} }: DeveloperView): Fragment {
  const known = Object.entries(details).filter(([, value]) => value !== undefined)
  return html`<p><code>${code}</code></p>${hint && html`<p>${hint}</p>`}${
    known.length > 0 &&
    html`<dl>${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
  }`
}
