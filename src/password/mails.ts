import type { Context } from '../context.ts'
import { button, document, styles } from '../methods/email/mail-layout.ts'
import { mailText } from '../methods/email/text.ts'
import { duration } from '../pages/duration.ts'
import { attributes, html } from '../pages/html.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { spaced } from '../pages/spaced.ts'
import type { Mail } from '../types/email.ts'
import type { Sentences } from './text.ts'

/** The mails: a new address is confirmed, a sign-up meets an account, a password is forgotten, or nobody has the address. */
export type MailName = 'confirm' | 'known' | 'reset' | 'unknown'

/** The button of each mail, by the title of the page that it leads to. */
const buttons = {
  confirm: 'confirmAddress',
  known: 'chooseNew',
  reset: 'chooseNew',
  unknown: 'signUp',
} as const

/** The contents of a mail. */
export interface MailContent {
  /** The address that its button leads to; there is none where nobody can sign up. */
  readonly url?: string | undefined
  readonly code?: string | undefined
  /** The minutes that the link works, if it is one that works once. */
  readonly minutes?: number | undefined
}

/** Writes a mail as text and as HTML. Nothing that a visitor typed is in it. */
export function writeMail(
  context: Context,
  say: Sentences,
  name: MailName,
  { url, code, minutes }: MailContent,
): Mail {
  const frame = requestFrame(context)
  const { lang = 'en', dir, theme } = frame
  const common = { ...mailText, ...frame.mail }
  const app = theme.name ?? new URL(context.origin).host
  const title = say[`${name}Subject`](app)
  const words = say[`${name}Mail`]
  const opening = typeof words === 'function' ? words(app) : words
  // From right to left, a common space would let the two halves change places.
  const digits = code && `${code.slice(0, 3)}${dir === 'rtl' ? '\u00a0' : ' '}${code.slice(3)}`
  const spoken = frame.mail?.expires ? lang : 'en'
  const lasts = minutes && common.expires(minutes, duration(minutes, spoken))
  const end = spaced(lasts || '', common.ignore)
  const lines = [url ? `${opening}\n${url}` : opening, digits && spaced(say.mailCode, digits), end]
  return {
    // A mail about an account that is there already says in its subject what for, and nothing that opens it.
    subject: name === 'confirm' && digits ? `${digits} · ${title}` : title,
    text: lines.filter(Boolean).join('\n\n'),
    html: document(theme, attributes({ lang, dir }), title, [
      html`<h1 class="ink" style="${styles.title}">${title}</h1>`,
      html`<p class="soft" style="${styles.text};margin:0 0 20px">${opening}</p>`,
      url && button(theme, url, say[buttons[name]]),
      digits &&
        html`<p class="soft" style="${styles.text}">${say.mailCode}</p><p class="ink code" dir="ltr" style="${styles.code}">${digits}</p>`,
      html`<p class="soft" style="${styles.small}">${end}</p>`,
      url &&
        html`<p class="soft" style="${styles.small}">${common.paste}<br><a class="soft" dir="ltr" href="${url}" style="color:#5b5d66;word-break:break-all">${url}</a></p>`,
    ]).markup,
  }
}
