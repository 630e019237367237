import { type PageFrame, words } from './frame.ts'
import { type Fragment, html } from './html.ts'
import type { Page } from './layout.ts'
import type { Problem, Text } from './text.ts'
import { linkUrl } from './url.ts'

/** What a developer needs to know; must hold no secret, and is given in development only. */
export type DeveloperView = {
  readonly code: string
  readonly hint?: string | undefined
  /** Facts by name: which cookie, parameter, setting or platform answer. */
  readonly details?: Readonly<Record<string, string | undefined>> | undefined
}

/** What the error page shows. */
export type ErrorView = {
  readonly frame: PageFrame
  readonly problem: Problem
  /** The way on: the sign-in page, unless said otherwise. */
  readonly link?: { readonly href: string; readonly label: string } | undefined
  readonly developer?: DeveloperView | undefined
}

/** The page that says calmly what went wrong and offers a way on. */
export function errorPage({ frame, problem, link, developer }: ErrorView): Page {
  const say = words(frame)
  const href = linkUrl(link?.href) ?? `${frame.basePath}/signin`
  return {
    frame,
    title: problem.title,
    lead: problem.text,
    wide: developer !== undefined,
    body: [
      problem.advice && html`<p class="advice">${problem.advice}</p>`,
      html`<a class="button main" href="${href}">${link?.label ?? say.tryAgain}</a>`,
      developer && developerBlock(developer, say),
    ],
  }
}

function developerBlock({ code, hint, details = {} }: DeveloperView, say: Text): Fragment {
  const facts = Object.entries(details).filter(([, value]) => value !== undefined)
  return html`<section class="developer"><div><h2>${say.developer}</h2><small>${say.developerText}</small></div><p><code>${code}</code></p>${
    hint && html`<p>${hint}</p>`
  }${facts.length > 0 && html`<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`}</section>`
}
