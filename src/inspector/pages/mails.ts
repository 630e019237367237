import { type Html, html } from '../../pages/html.ts'
import type { MailRecord } from '../flow-record.ts'
import { type Page, privately } from './frame.ts'
import { clockTime } from './words.ts'

/** The mails that were sent, newest first. */
export function mailsPage(
  mails: readonly MailRecord[],
  place: Pick<Page, 'base' | 'version'>,
): Page {
  const { base, version } = place
  return {
    base,
    version,
    title: 'Emails',
    refresh: 3,
    body: html`<h1>Emails</h1>${
      mails.length === 0
        ? html`<section class="box"><p>No emails yet. Emails that your application sends in development appear here.</p></section>`
        : html`<section><ul class="plain flows">${mails.map((mail) => row(mail, base))}</ul></section>`
    }`,
  }
}

function row({ id, at, to, subject }: MailRecord, base: string): Html {
  return html`<li><a href="${base}/mail/${id}" id="mail-${id}"><b>${subject}</b><span class="fill">to ${to}</span><small>${clockTime(at)}</small></a></li>`
}

/** One mail as its recipient sees it. Its link and its code work: a sign-in can be finished from here. */
export function mailPage(mail: MailRecord, place: Pick<Page, 'base' | 'version'>): Page {
  const { base, version } = place
  return {
    base,
    version,
    title: mail.subject,
    body: html`<h1>${mail.subject}</h1><p class="soft">to ${mail.to}, at ${clockTime(mail.at)}</p><section><iframe src="${base}/mail/${mail.id}/html" title="The formatted email" sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe></section
><section aria-labelledby="text"><h2 id="text">Plain text</h2><iframe src="${base}/mail/${mail.id}/text" title="The plain text of the email" sandbox="allow-top-navigation-by-user-activation"></iframe></section>`,
  }
}

/** The content of a mail alone, under a policy that runs nothing and loads nothing from elsewhere. */
export function mailDocument(
  { html: formatted = '', text }: MailRecord,
  form: 'html' | 'text',
): Response {
  const type = form === 'html' ? 'text/html' : 'text/plain'
  // Links replace the inspector, not the content of the frame.
  const content = form === 'html' ? `<!doctype html><base target="_top">${formatted}` : text
  return new Response(content, {
    headers: {
      ...privately,
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups",
    },
  })
}
