import type { Context } from '../context.ts'
import { toAuthError } from '../errors.ts'
import { button, document, styles } from '../methods/email/mail-layout.ts'
import { sendMail } from '../methods/send-mail.ts'
import { attributes, html } from '../pages/html.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { spaced } from '../pages/spaced.ts'
import type { Mail } from '../types/email.ts'
import { mailerIn } from './mailer.ts'
import { changeText } from './text.ts'

/** The contents of a mail. Nothing that a visitor typed is in it. */
interface Content {
  readonly title: string
  readonly text: string
  readonly link?: { readonly url: string; readonly label: string } | undefined
  readonly code?: { readonly words: string; readonly digits: string } | undefined
}

/** Mails the proof of a new address, or says there that somebody wanted it who cannot have it. */
export async function mailProof(
  context: Context,
  { email, userId, token, code }: { email: string; userId: string; token: string; code: string },
): Promise<void> {
  const say = await changeText(context)
  const app = appName(context)
  const owner = await context.config.storage?.getUserByEmail?.(email)
  const isTaken = owner?.emailVerified && owner.id !== userId
  const url = `${context.baseUrl}/change-email?token=${token}`
  const content: Content = isTaken
    ? { title: say.takenSubject(app), text: say.takenMail(app) }
    : {
        title: say.confirmSubject(app),
        text: say.confirmMail,
        link: { url, label: say.confirm },
        code: { words: say.mailCode, digits: code },
      }
  const purpose = isTaken ? 'addressTaken' : 'confirmNewAddress'
  await send(context, { to: email, content, purpose, secrets: [token, code] })
}

/** Tells both addresses of a change, after the answer. The old one gets the link that takes it back. */
export function mailChange(
  context: Context,
  { to, old, token }: { to: string; old: string | undefined; token: string },
): void {
  const work = async () => {
    const say = await changeText(context)
    const app = appName(context)
    const title = say.changedSubject(app)
    const url = `${context.baseUrl}/restore-email?token=${token}`
    const back = { title, text: say.oldMail(app), link: { url, label: say.back } }
    const purpose = 'addressChanged'
    const told = { title, text: say.newMail(app) }
    const mails = [
      send(context, { to, content: told, purpose, secrets: [] }),
      ...(old ? [send(context, { to: old, content: back, purpose, secrets: [token] })] : []),
    ]
    // The mail to one of them does not wait for the other's.
    for (const { status, ...result } of await Promise.allSettled(mails))
      if (status === 'rejected' && 'reason' in result)
        context.services.logger.error(toAuthError(result.reason))
  }
  context.waitUntil(work())
}

async function send(
  context: Context,
  {
    to,
    content,
    purpose,
    secrets,
  }: { to: string; content: Content; purpose: string; secrets: string[] },
): Promise<void> {
  const mail = write(context, content)
  await sendMail(context, mailerIn(context), { to, ...mail, purpose, secrets })
}

function appName(context: Context): string {
  return requestFrame(context).theme.name ?? new URL(context.origin).host
}

function write(context: Context, { title, text, link, code }: Content): Mail {
  const { lang = 'en', dir, theme } = requestFrame(context)
  // From right to left, a common space would let the two halves change places.
  const space = dir === 'rtl' ? '\u00a0' : ' '
  const digits = code && `${code.digits.slice(0, 3)}${space}${code.digits.slice(3)}`
  const lines = [link ? `${text}\n${link.url}` : text, digits && spaced(code?.words, digits)]
  return {
    subject: title,
    text: [title, ...lines].filter(Boolean).join('\n\n'),
    html: document(theme, attributes({ lang, dir }), title, [
      html`<h1 class="ink" style="${styles.title}">${title}</h1>`,
      html`<p class="soft" style="${styles.text};margin:0 0 20px">${text}</p>`,
      link && button(theme, link.url, link.label),
      code &&
        html`<p class="soft" style="${styles.text}">${code.words}</p><p class="ink code" dir="ltr" style="${styles.code}">${digits}</p>`,
    ]).markup,
  }
}
