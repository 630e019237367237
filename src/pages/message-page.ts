import type { PageFrame } from '../types/language.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { linkUrl } from './url.ts'

/** The contents of a plain message. */
export type MessageView = {
  readonly frame: PageFrame
  readonly title: string
  readonly text: string
  readonly link?: Link | undefined
  /** Another way on, for the few. */
  readonly other?: Link | undefined
}

type Link = { readonly href: string; readonly label: string }

/** A page that says one thing, such as that an account was deleted, and may lead on. */
export function messagePage({ frame, title, text, link, other }: MessageView): Page {
  const [href, elsewhere] = [linkUrl(link?.href), linkUrl(other?.href)]
  const body = [
    href && html`<a class="button main" href="${href}">${link?.label}</a>`,
    elsewhere && html`<div class="links"><a href="${elsewhere}">${other?.label}</a></div>`,
  ]
  return { frame, title, lead: text, body }
}
