import { emulatorOf } from '../config/emulator.ts'
import type { Context } from '../context.ts'
import { AuthError, toAuthError } from '../errors.ts'
import { isLoopback } from '../http/origin.ts'
import { requestFrame } from '../pages/request-frame.ts'
import type { OutgoingMail } from '../types/email.ts'
import { type Mailer, mailSender } from './mail-sender.ts'

/** A mail that is ready, and what it is for. */
export type ReadyMail = Omit<OutgoingMail, 'lang' | 'request' | 'fetch'>

/**
 * Refuses to mail while our own address is unknown: then the Host header would say it, and whoever wrote that header would be sent the
 * token of the link.
 */
export function assertOwnAddress({ config, origin }: Context, { id }: Pick<Mailer, 'id'>): void {
  if (config.origin || config.trustHost || isLoopback(new URL(origin).hostname)) return
  throw new AuthError('Configuration', 'A mail needs the address of the application', {
    provider: id,
    field: 'url',
    hint: 'Set AUTH_URL. Without it links are mailed on this machine only.',
  })
}

/** Sends a mail of a part or provider, by whoever sends for it. A failure that is not explained yet becomes `MailFailed`. */
export async function sendMail(context: Context, mailer: Mailer, ready: ReadyMail): Promise<void> {
  const { config, services, request } = context
  const { id, send } = mailSender(config, mailer)
  const emulator = emulatorOf(config, id)
  const { to, subject, text, html, purpose } = ready
  const mail = { subject, text, html }
  services.trace(() => ({ step: 'mailed', provider: id, to, mail, purpose }))
  const { lang = 'en' } = requestFrame(context)
  try {
    if (emulator) await deliver(emulator, services.fetch, { to, ...mail })
    else await send?.({ ...ready, lang, request, fetch: services.fetch })
  } catch (thrown) {
    const error = asMailError(id, thrown)
    services.trace(() => ({ step: 'unsent', provider: id, to, error }))
    throw error
  }
}

function asMailError(provider: string, thrown: unknown): AuthError {
  const error = toAuthError(thrown)
  if (error.code !== 'Internal') return error
  return new AuthError('MailFailed', 'The mail could not be sent', {
    provider,
    hint: 'Sending the email failed; see `cause`.',
    cause: thrown,
  })
}

/** With the emulator every mail goes to its inbox, where the developer reads it. */
async function deliver(emulator: string, post: typeof fetch, mail: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(mail)
  const { ok, status } = await post(`${emulator}/inbox`, { method: 'POST', headers, body })
  if (!ok) throw new Error(`The emulator's inbox answered ${status}`)
}
