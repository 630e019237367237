import type { Context } from '../context.ts'
import { bareIp } from '../http/bare-ip.ts'
import { button, document, styles } from '../methods/email/mail-layout.ts'
import { attributes, html } from '../pages/html.ts'
import { readUserAgent } from '../pages/user-agent.ts'
import type { Mail } from '../types/email.ts'
import type { PageFrame } from '../types/language.ts'
import type { NoticeText } from './notice-text.ts'
import type { Telling } from './telling.ts'

const paragraph = `${styles.text};margin:0 0 20px`

/** Writes a notice as text and as HTML. Nothing that a visitor typed is in it: of the browser it has only names that we know. */
export function writeNotice(
  context: Context,
  { lang = 'en', dir, theme }: PageFrame,
  say: NoticeText,
  { notice, name, isGone }: Telling,
  url: string,
): Mail {
  const app = theme.name ?? new URL(url).host
  const title = say[notice](app, name)
  const facts = factsOf(context, lang)
  const advice = isGone ? say.contact(app) : say.notYou
  return {
    subject: title,
    text: [title, facts.join('\n'), isGone ? advice : `${advice}\n${url}`].join('\n\n'),
    html: document(theme, attributes({ lang, dir }), title, [
      html`<h1 class="ink" style="${styles.title}">${title}</h1>`,
      html`<p class="soft" style="${paragraph}">${facts.map((fact) => html`${fact}<br>`)}</p>`,
      html`<p class="soft" style="${paragraph}">${advice}</p>`,
      isGone ? '' : button(theme, url, say.notMe),
    ]).markup,
  }
}

/** The time, browser and address of an act, as far as they are known: each a line, which reads the same from right to left. */
function factsOf({ services, request }: Context, lang: string): string[] {
  const format = new Intl.DateTimeFormat(lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const { browser, system } = readUserAgent(request.headers.get('user-agent'))
  const ip = bareIp(services.clientIp(request))
  const device = [browser, system].filter(Boolean).join(' · ')
  return [`${format.format(services.now())} UTC`, device, ip ?? ''].filter(Boolean)
}
