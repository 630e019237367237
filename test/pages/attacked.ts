import { confirmPage } from '../../src/methods/email/confirm-page.ts'
import { pageText as emailText } from '../../src/methods/email/page-text.ts'
import { verifyRequestPage } from '../../src/methods/email/verify-request-page.ts'
import { accountPage } from '../../src/pages/account-page.ts'
import { accountPageText } from '../../src/pages/account-text.ts'
import { errorPage } from '../../src/pages/error-page.ts'
import { methodText } from '../../src/pages/frame.ts'
import type { Page } from '../../src/pages/layout.ts'
import { messagePage } from '../../src/pages/message-page.ts'
import { signInPage } from '../../src/pages/sign-in-page.ts'
import { signOutPage } from '../../src/pages/sign-out-page.ts'
import type { PageFrame } from '../../src/types/language.ts'

/** A text that would run a script wherever it were markup. */
export const evil =
  '\'"`></style></title></textarea></noscript><script>hacked=1</script><img src=x onerror=hacked=1><svg onload=hacked=1><a href="javascript:hacked=1">'

const frame: PageFrame = {
  basePath: evil,
  lang: evil,
  theme: {
    name: evil,
    logo: evil,
    logoDark: evil,
    brandColor: evil,
    brandColorDark: evil,
    buttonText: evil,
    radius: evil,
    font: evil,
    css: evil,
  },
}
// `lang` reaches Intl on the account page, which refuses what is no language.
const readable = { ...frame, lang: 'en' }
const action = { action: evil, fields: { [evil]: evil, csrfToken: evil } }
const problem = { title: evil, text: evil, advice: evil }
const style = { logo: evil, brandColor: evil, bg: evil, text: evil }
/** A way in whose every text is evil. */
export const button: {
  name: string
  submit: string
  action: string
  style: Record<string, string>
} = {
  name: evil,
  submit: evil,
  action: evil,
  style,
}
const field = { name: evil, label: evil, type: evil, value: evil, [evil]: evil, onfocus: evil }

/** Every page, with evil in every text. */
export const attacked: Record<string, Page> = {
  signin: signInPage({
    frame,
    fields: { csrfToken: evil, callbackUrl: evil, [evil]: evil },
    problem,
    notice: problem,
    wanted: evil,
    methods: [
      ...Array.from({ length: 9 }, () => button),
      { ...button, inputs: [field] },
      {
        ...button,
        icon: 'key',
        data: { passkey: evil },
        script: '/x',
        noScript: evil,
        more: { ...button, summary: evil, inputs: [field] },
      },
    ],
  }),
  signout: signOutPage({ frame, csrfToken: evil, callbackUrl: evil, user: evil }),
  error: errorPage({
    frame,
    problem,
    link: { href: evil, label: evil },
    developer: { code: evil, hint: evil, details: { [evil]: evil } },
  }),
  message: messagePage({
    frame,
    title: evil,
    text: evil,
    link: { href: evil, label: evil },
    other: { href: evil, label: evil },
  }),
  verifyRequest: verifyRequestPage({
    frame,
    say: methodText(frame, 'email', emailText),
    email: evil,
    code: action,
    resend: action,
    problem,
    otherWay: evil,
  }),
  confirm: confirmPage({
    frame,
    say: methodText(frame, 'email', emailText),
    address: evil,
    yes: action,
    cancel: evil,
  }),
  account: accountPage({
    frame: readable,
    say: accountPageText(readable),
    now: 0,
    user: { name: evil, email: evil, image: `data:image/png,\\")}${evil}` },
    problem,
    csrfToken: evil,
    sections: [
      {
        title: evil,
        none: evil,
        items: [
          {
            name: evil,
            style,
            facts: [evil, { label: evil, at: new Date(0) }],
            actions: [{ ...action, label: evil }],
            rename: action,
          },
        ],
        add: { ...button, ...action, icon: 'key', script: '/x', noScript: evil },
      },
      { title: evil, none: evil, items: [] },
    ],
    sessions: [{ device: evil, place: evil, end: action }],
    endSessions: action,
    deleteAccount: action,
  }),
}
