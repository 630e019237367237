import type { PageFrame } from '../types/language.ts'
import { type ActionView, postForm } from './form.ts'
import { pageText } from './frame.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { linkUrl } from './url.ts'

/** What the confirmation page asks. */
export type ConfirmView = {
  readonly frame: PageFrame
  /** Who will be signed in, or whose account grows: an address or a name. */
  readonly who: string
  /** The platform to connect; without one the question is whether to sign in. */
  readonly connect?: string | undefined
  /** Where a yes is POSTed to. */
  readonly yes: ActionView
  /** Where a no leads: the sign-in page, unless said otherwise. */
  readonly cancelUrl?: string | undefined
}

/** The page that a link opens, so that only a person's click signs in or connects, never a mail scanner's. */
export function confirmPage({ frame, who, connect, yes, cancelUrl }: ConfirmView): Page {
  const say = pageText(frame)
  const cancel = linkUrl(cancelUrl) ?? `${frame.basePath}/signin`
  return {
    frame,
    css: '.who,.note{text-align:center}.note{margin-block-start:1.5rem;font-size:.875rem}.who strong{color:var(--ink)}',
    title: connect ? say.confirmLink(connect) : say.confirmSignIn,
    lead: connect ? say.confirmLinkText : say.confirmSignInText,
    body: [
      html`<p class="who"><strong>${who}</strong></p>`,
      postForm(yes, html`<button class="main">${connect ? say.connect : say.continue}</button>`),
      html`<div class="links"><a href="${cancel}">${say.cancel}</a></div><p class="note">${say.notYou}</p>`,
    ],
  }
}
