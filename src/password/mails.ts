import type { Context } from '../context.ts'
import { button, document, styles } from '../methods/email/mail-layout.ts'
import { duration } from '../pages/duration.ts'
import { attributes, html } from '../pages/html.ts'
import { requestFrame } from '../pages/request-frame.ts'
import type { Mail } from '../types/email.ts'
import type { PasswordText } from '../types/password.ts'

/** The mails: a new address is confirmed, a sign-up meets an account, a password is forgotten, or nobody has the address. */
export type MailName = 'confirm' | 'known' | 'reset' | 'unknown'

/** What a mail holds. */
export interface MailContent {
  /** The address that its button leads to; there is none where nobody can sign up. */
  readonly url?: string | undefined
  readonly code?: string | undefined
  /** How long the link works, if it is one that works once. */
  readonly minutes?: number | undefined
}

/** Writes a mail as text and as HTML. Nothing that a visitor typed is in it. */
export function writeMail(
  context: Context,
  say: PasswordText,
  name: MailName,
  { url, code, minutes }: MailContent,
): Mail {
  const { lang = 'en', dir, theme } = requestFrame(context)
  const app = theme.name ?? new URL(context.origin).host
  const title = say[`${name}Subject`](app)
  const words = say[`${name}Mail`]
  const opening = typeof words === 'function' ? words(app) : words
  // From right to left, a common space would let the two halves change places.
  const spaced = code && `${code.slice(0, 3)}${dir === 'rtl' ? '\u00a0' : ' '}${code.slice(3)}`
  const lasts = minutes === undefined ? '' : say.expires(duration(minutes, lang))
  const end = [lasts, say.ignore].filter(Boolean).join(' ')
  const lines = [url ? `${opening}\n${url}` : opening, spaced && `${say.mailCode} ${spaced}`, end]
  return {
    subject: title,
    text: lines.filter(Boolean).join('\n\n'),
    html: document(theme, attributes({ lang, dir }), title, [
      html`<h1 class="ink" style="${styles.title}">${title}</h1>`,
      html`<p class="soft" style="${styles.text};margin:0 0 20px">${opening}</p>`,
      url && button(theme, url, say[`${name}Button`]),
      spaced &&
        html`<p class="soft" style="${styles.text}">${say.mailCode}</p><p class="ink code" dir="ltr" style="${styles.code}">${spaced}</p>`,
      html`<p class="soft" style="${styles.small}">${end}</p>`,
      url &&
        html`<p class="soft" style="${styles.small}">${say.paste}<br><a class="soft" href="${url}" style="color:#5b5d66;word-break:break-all">${url}</a></p>`,
    ]).markup,
  }
}
