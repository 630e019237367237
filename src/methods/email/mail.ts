import { duration } from '../../pages/duration.ts'
import { attributes, html } from '../../pages/html.ts'
import { spaced } from '../../pages/spaced.ts'
import type { EmailConfig, Mail, MailText, VerificationRequest } from '../../types/email.ts'
import type { Language } from '../../types/language.ts'
import { button, document, styles } from './mail-layout.ts'
import { mailText } from './text.ts'

/** The contents of the mail. */
export type MailParams = Pick<
  VerificationRequest,
  'url' | 'code' | 'expires' | 'codeExpires' | 'provider' | 'theme'
> & {
  language?: Language | undefined
  /** The time of writing, in milliseconds since 1970. */
  now: number
}

/**
 * Writes the sign-in mail: link and code, as plain text and as HTML that is light or dark as its reader likes. It loads
 * nothing from anywhere, and nothing that a visitor typed is in it.
 */
export function writeMail(params: MailParams): Mail {
  const { url, code, provider, theme, language = {} } = params
  const say: MailText = { ...mailText, ...language.mail, ...provider.text }
  const { lang = language.lang ?? 'en' } = provider
  const dir = lang === language.lang ? language.dir : undefined
  const app = theme.name ?? new URL(url).host
  const ending = spaced(lifetimes(params, say), say.ignore)
  // From right to left, a common space would let the two halves change places; the digits around this one stay one number.
  const digits = `${code.slice(0, 3)}${dir === 'rtl' ? '\u00a0' : ' '}${code.slice(3)}`
  return {
    subject: say.subject(app, digits),
    text: [`${say.open}\n${url}`, spaced(say.code, digits), ending].join('\n\n'),
    html: document(theme, attributes({ lang, dir }), say.title(app), [
      html`<h1 class="ink" style="${styles.title}">${say.title(app)}</h1>`,
      button(theme, url, say.button),
      html`<p class="soft" style="${styles.text}">${say.code}</p><p class="ink code" dir="ltr" style="${styles.code}">${digits}</p>`,
      html`<p class="soft" style="${styles.small}">${ending}</p>`,
      html`<p class="soft" style="${styles.small}">${say.paste}<br><a class="soft" dir="ltr" href="${url}" style="color:#5b5d66;word-break:break-all">${url}</a></p>`,
    ]).markup,
  }
}

/**
 * The lifetimes of link and code, in words. An application that says it of the link in words of its own is not interrupted by ours about
 * the code.
 */
function lifetimes(
  { expires, codeExpires, now, provider, language = {} }: MailParams,
  say: MailText,
) {
  const lang = spokenBy(provider, language)
  const told = (sentence: MailText['expires'], moment: Date) => {
    const minutes = Math.max(1, Math.round((moment.getTime() - now) / 60_000))
    return sentence(minutes, duration(minutes, lang))
  }
  const { text = {} } = provider
  const isOwn = text.expires && !text.codeExpires
  return spaced(told(say.expires, expires), isOwn ? undefined : told(say.codeExpires, codeExpires))
}

/** The language of whoever says how long the link works. */
function spokenBy({ text, lang }: EmailConfig, language: Language): string {
  const own = text?.expires && lang
  return own ?? (language.mail?.expires && language.lang) ?? 'en'
}
