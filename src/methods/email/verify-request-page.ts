import { alert } from '../../pages/alert.ts'
import { codeCss, codeField } from '../../pages/code-field.ts'
import { type ActionView, field, methodForm, postForm } from '../../pages/form.ts'
import { isolated, pageText } from '../../pages/frame.ts'
import { html } from '../../pages/html.ts'
import type { Page } from '../../pages/layout.ts'
import { spaced } from '../../pages/spaced.ts'
import { linkUrl } from '../../pages/url.ts'
import type { EmailText } from '../../types/email.ts'
import type { PageFrame, Problem } from '../../types/language.ts'
import type { GateForm } from '../part-code.ts'

type Gated = ActionView & GateForm

/** The contents of the "check your mail" page. */
export type VerifyRequestView = {
  readonly frame: PageFrame
  readonly say: EmailText
  /** The address that the mail went to, as the visitor typed it. */
  readonly email?: string | undefined
  /** The action that the code is sent to, as `code`; without it the page speaks of the link only. */
  readonly code?: ActionView | undefined
  /** The action that sends another mail. */
  readonly resend?: Gated | undefined
  readonly problem?: Problem | undefined
  /** Another mail was just sent. */
  readonly sentAgain?: boolean | undefined
  /** The page where another way to sign in is chosen. */
  readonly otherWay?: string | undefined
}

/** The page after an address was typed: open the link there, or type the code here. */
export function verifyRequestPage(view: VerifyRequestView): Page {
  const { frame, say, email, code, resend, problem, sentAgain, otherWay } = view
  const common = pageText(frame)
  const sent = email ? say.sentTo(isolated(email, frame)) : say.sent
  // Where no code can be typed, another mail is the way on.
  const again = (look: 'main' | 'plain') =>
    resend && methodForm({ ...resend, submit: say.again }, {}, { look })
  return {
    frame,
    title: say.checkMail,
    css,
    forms: [resend],
    lead: spaced(sent, code ? say.openLinkOrTypeCode : say.openLink),
    body: [
      alert(problem ?? (sentAgain ? { ...sentNotice(say), neutral: true } : undefined), frame),
      code &&
        postForm(code, [
          field(codeField(say.code)),
          html`<button class="main">${common.signIn}</button>`,
        ]),
      !code && again('main'),
      html`<div class="links">${code && again('plain')}<a href="${linkUrl(otherWay) ?? `${frame.basePath}/signin`}">${common.otherWay}</a></div>`,
    ],
  }
}

const css = `.plain{width:auto;min-height:0;padding:0;border:0;background:none;font-weight:400;text-decoration:underline;text-underline-offset:.2em}${codeCss}`

function sentNotice({ sentAgain, sentAgainText }: EmailText): Problem {
  return { title: sentAgain, text: sentAgainText }
}
