import { substitute } from '../../config/placeholders.ts'
import { AuthError } from '../../errors.ts'
import type { EmailConfig, OutgoingMail, VerificationRequest } from '../../types/email.ts'
import type { Sender } from './provider.ts'

/**
 * The request that a mail service understands. `{to}`, `{from}`, `{subject}`, `{text}`, `{html}`, `{apiKey}` and the provider's own
 * settings stand for themselves in every text; for mails that are written at the service, `{url}` and `{code}` too.
 */
export interface HttpSender {
  url: string
  headers: Readonly<Record<string, string>>
  /** The body: JSON, or a form if the headers say so. */
  body: Readonly<Record<string, unknown>>
  /** The two halves of HTTP Basic authentication. */
  basic?: readonly [name: string, password: string]
  /** More words, from what the application configured. */
  words?: (provider: EmailConfig) => Record<string, string>
}

/** Sends mail through a service that is reached over HTTP. */
export function http(sender: HttpSender): Sender {
  return {
    needs: ['apiKey', 'from'],
    send: ({ to, subject, text, html, secrets, fetch }, provider) =>
      post(sender, { provider, words: { to, subject, text, html }, secrets, fetch }),
  }
}

/** Lets a service send the mail to sign in with, which is written there. It can send no other. */
export function httpTemplate(sender: HttpSender): Sender {
  return {
    needs: ['apiKey'],
    sendVerificationRequest: ({ identifier: to, url, code, token, provider, fetch }) =>
      post(sender, { provider, words: { to, url, code }, secrets: [token, code], fetch }),
  }
}

interface Posting extends Pick<OutgoingMail, 'secrets' | 'fetch'> {
  provider: VerificationRequest['provider']
  words: Record<string, string>
}

async function post(sender: HttpSender, posting: Posting): Promise<void> {
  const { provider, secrets, fetch } = posting
  const { from = '', apiKey = '' } = provider
  const settings = Object.entries(provider).filter(([, value]) => typeof value === 'string')
  const words: Record<string, string> = {
    ...Object.fromEntries(settings),
    ...sender.words?.(provider),
    ...{ ...posting.words, from, apiKey },
  }
  const fill = <T>(template: T): T => substitute(template, words)
  const headers = new Headers({ 'content-type': 'application/json', ...fill(sender.headers) })
  if (sender.basic) headers.set('authorization', `Basic ${btoa(fill(sender.basic).join(':'))}`)
  const isForm = headers.get('content-type') !== 'application/json'
  const filled = fill(sender.body)
  const body = isForm
    ? new URLSearchParams(Object.entries(filled).map(([name, value]) => [name, String(value)]))
    : JSON.stringify(filled)
  const response = await fetch(fill(sender.url), { method: 'POST', headers, body })
  if (!response.ok)
    throw refused(provider, response.status, await said(response, [...secrets, apiKey]))
}

/** The service's answer, with secrets taken out. */
async function said(response: Response, secrets: string[]): Promise<string> {
  const text = await response.text()
  return secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
    .slice(0, 300)
}

function refused({ id, name }: EmailConfig, status: number, description: string): AuthError {
  return new AuthError('MailFailed', `${name} did not take the mail`, {
    provider: id,
    platform: { error: String(status), description, status },
    hint: 'Compare the API key and the sender with what the service has on file; `platform` says what it answered.',
  })
}
