import { type ActionView, postForm } from '../../pages/form.ts'
import { pageText } from '../../pages/frame.ts'
import { html } from '../../pages/html.ts'
import type { Page } from '../../pages/layout.ts'
import { linkUrl } from '../../pages/url.ts'
import type { EmailText } from '../../types/email.ts'
import type { PageFrame } from '../../types/language.ts'

/** The contents of the confirmation page. */
export type ConfirmView = {
  readonly frame: PageFrame
  readonly say: EmailText
  /** The address that will be signed in. */
  readonly address: string
  /** The action that a yes is POSTed to. */
  readonly yes: ActionView
  /** The address that a no leads to. */
  readonly cancel?: string | undefined
}

/** The page that a link opens. Only a person's click on it signs in, never a mail scanner's look at the link. */
export function confirmPage({ frame, say, address, yes, cancel }: ConfirmView): Page {
  const common = pageText(frame)
  return {
    frame,
    css: '.who,.note{text-align:center}.note{margin-block-start:1.5rem;font-size:.875rem}',
    title: say.confirmSignIn,
    lead: say.confirmSignInText,
    body: [
      html`<div class="told who"><strong><bdi>${address}</bdi></strong></div>`,
      postForm(yes, html`<button class="main">${common.continue}</button>`),
      html`<div class="links"><a href="${linkUrl(cancel) ?? `${frame.basePath}/signin`}">${common.cancel}</a></div><p class="note">${say.notYou}</p>`,
    ],
  }
}
