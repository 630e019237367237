import { merge } from '../../description/merge.ts'
import type { EmailConfig, EmailUserConfig } from '../../types/email.ts'
import { email } from './part.ts'

/** An e-mail provider: call it with your options, or leave it as it is and let the environment fill in the keys. */
export type EmailProvider<Own = object> = (options?: EmailUserConfig & Own) => EmailConfig

/** A way to send mail, and the settings that it needs. */
export type Sender = Required<Pick<EmailConfig, 'needs'>> &
  Pick<EmailConfig, 'send' | 'sendVerificationRequest'>

/** Makes an e-mail provider of a way to send. The code that serves it comes along, and is loaded at its first use. */
export function mailer<Own = object>(
  service: Pick<EmailConfig, 'id' | 'name'> & Sender,
): EmailProvider<Own> {
  const { send, sendVerificationRequest, needs, ...named } = service
  const common: EmailConfig = { type: 'email', method: email, ...named }
  return (options) => {
    const sendsItself = options?.send ?? options?.sendVerificationRequest
    // Whoever sends by themselves knows what they need.
    const sender = sendsItself ? { needs: [] } : { send, sendVerificationRequest, needs }
    return merge(merge(common, sender), options ?? {})
  }
}
