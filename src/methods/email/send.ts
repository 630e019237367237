import { emulatorOf } from '../../config/emulator.ts'
import type { Context } from '../../context.ts'
import { AuthError, toAuthError } from '../../errors.ts'
import { isLoopback } from '../../http/origin.ts'
import type { EmailConfig, VerificationRequest } from '../../types/email.ts'

/** Where nothing says what our address is, the Host header does, and whoever wrote that would be sent the token of the link. */
export function assertOwnAddress(
  { config, origin }: Context,
  provider: Pick<EmailConfig, 'id'>,
): void {
  if (config.origin || config.trustHost || isLoopback(new URL(origin).hostname)) return
  throw new AuthError('Configuration', 'A mail needs the address of the application', {
    provider: provider.id,
    field: 'url',
    hint: 'Set AUTH_URL. Without it links are mailed on this machine only.',
  })
}

/** Sends a mail by its provider. A failure that is not explained yet becomes `MailFailed`. */
export async function sendMail(
  { config, services }: Context,
  params: VerificationRequest,
): Promise<void> {
  const { provider, identifier, mail } = params
  const emulator = emulatorOf(config, provider.id)
  services.trace(() => ({ step: 'mailed', provider: provider.id, to: identifier, mail }))
  try {
    if (emulator) await deliver(emulator, services.fetch, { to: identifier, ...mail })
    else await provider.sendVerificationRequest?.(params)
  } catch (thrown) {
    const error = toAuthError(thrown)
    if (error.code !== 'Internal') throw error
    throw new AuthError('MailFailed', 'The mail could not be sent', {
      provider: provider.id,
      hint: 'Sending the email failed; see `cause`.',
      cause: thrown,
    })
  }
}

/** With the emulator every mail goes to its inbox, where the developer reads it. */
async function deliver(emulator: string, post: typeof fetch, mail: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(mail)
  const { ok, status } = await post(`${emulator}/inbox`, { method: 'POST', headers, body })
  if (!ok) throw new Error(`The emulator's inbox answered ${status}`)
}
