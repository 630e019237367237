import type { PageFrame } from '../types/language.ts'
import { postForm } from './form.ts'
import { isolated, pageText } from './frame.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { linkUrl } from './url.ts'

/** The contents of the sign-out page. */
export type SignOutPageView = {
  readonly frame: PageFrame
  readonly csrfToken?: string | undefined
  readonly callbackUrl?: string | undefined
  /** The address that the button POSTs to: the sign-out route, unless said otherwise. */
  readonly action?: string | undefined
  /** The person who is signed in: a name or an address. */
  readonly user?: string | null | undefined
}

/** The page that asks before it signs someone out, because a GET must not. */
export function signOutPage(view: SignOutPageView): Page {
  const { frame, csrfToken, callbackUrl, user } = view
  const say = pageText(frame)
  const back = linkUrl(callbackUrl)
  const form = {
    action: view.action ?? `${frame.basePath}/signout`,
    fields: { csrfToken, callbackUrl },
  }
  return {
    frame,
    title: frame.theme.name ? say.signOutOf(frame.theme.name) : say.signOut,
    lead: user ? say.signedInAs(isolated(user, frame)) : say.signOutText,
    body: [
      postForm(form, html`<button class="main">${say.signOut}</button>`),
      back && html`<div class="links"><a href="${back}">${say.staySignedIn}</a></div>`,
    ],
  }
}
