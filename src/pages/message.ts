import type { PageFrame } from '../types/language.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { linkUrl } from './url.ts'

/** What a plain message shows. */
export type MessageView = {
  readonly frame: PageFrame
  readonly title: string
  readonly text: string
  readonly link?: { readonly href: string; readonly label: string } | undefined
}

/** A page that says one thing, such as that an account was deleted, and may lead on. */
export function messagePage({ frame, title, text, link }: MessageView): Page {
  const href = linkUrl(link?.href)
  const way = href && html`<a class="button main" href="${href}">${link?.label}</a>`
  return { frame, title, lead: text, body: way }
}
