import { AuthError } from '../../errors.ts'
import type { VerificationRequest } from '../../types/email.ts'
import type { Sender } from './provider.ts'

/** Sends mail through an SMTP server, with nodemailer, which the application installs. */
export const smtp: Sender = { needs: ['server', 'from'], sendVerificationRequest: send }

async function send({ identifier, mail, provider }: VerificationRequest): Promise<void> {
  const { createTransport } = await loadNodemailer(provider.id)
  const transport = createTransport(provider.server ?? {})
  try {
    // An object is not parsed, so that nothing in it can become a second recipient.
    const to = { name: '', address: identifier }
    const { rejected, pending } = await transport.sendMail({ ...mail, to, from: provider.from })
    if ([...(rejected ?? []), ...(pending ?? [])].length > 0) {
      throw new Error('The mail server did not take the mail')
    }
  } finally {
    transport.close()
  }
}

async function loadNodemailer(provider: string): Promise<typeof import('nodemailer')> {
  try {
    return await import('nodemailer')
  } catch (cause) {
    throw new AuthError('Configuration', 'Mail over SMTP needs the package nodemailer', {
      provider,
      hint: 'npm i nodemailer',
      cause,
    })
  }
}
