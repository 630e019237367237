import { type Html, html } from '../../pages/html.ts'
import type { Mail } from '../records.ts'
import { respond } from './frame.ts'
import { copyScript, mailCode } from './mail-code.ts'

/** The list of mails, newest first. */
export function inboxPage(mails: readonly Mail[]): Promise<Response> {
  const rows = mails.map(
    (mail) => html`<li class="mail"><span><a href="/inbox/${mail.id}">${mail.subject}</a><br>
<small>to ${mail.to} · ${new Date(mail.at).toISOString().slice(0, 16).replace('T', ' ')} UTC</small></span>${mailCode(mail)}</li>`,
  )
  return respond({
    title: 'Inbox',
    script: copyScript,
    body: html`<div class="card"><h1>Inbox</h1>${
      rows.length === 0
        ? html`<p class="soft">No mail yet. What the application sends arrives here.</p>`
        : html`<ul class="plain">${rows}</ul>`
    }</div><p><a href="/">Overview</a></p>`,
  })
}

/** One mail: its HTML in a sandboxed frame, and its plain text. */
export function mailPage(mail: Mail): Promise<Response> {
  return respond({
    title: mail.subject,
    wide: true,
    script: copyScript,
    body: html`<div class="card"><h1>${mail.subject}</h1><p class="soft">to ${mail.to}</p>${mailCode(mail)}${
      mail.html !== undefined &&
      html`<iframe src="/inbox/${mail.id}/html" title="The formatted mail"
sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe><h2>Plain text</h2>`
    }<pre>${linked(mail.text)}</pre></div><p><a href="/inbox">Inbox</a></p>`,
  })
}

/** The formatted mail alone, under a policy that runs nothing and loads nothing from elsewhere. */
export function mailDocument(mail: Mail): Response {
  // Links replace the inbox, not the content of the frame.
  return new Response(`<!doctype html><base target="_top">${mail.html ?? ''}`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
        "frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}

function linked(text: string): (Html | string)[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 0 ? part : html`<a href="${part}">${part}</a>`))
}
