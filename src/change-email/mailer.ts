import type { Part } from '../config/part.ts'
import type { Context } from '../context.ts'
import type { Mailer } from '../methods/mail-sender.ts'

/** The part, as one that mails. */
export function changeMailer({ mail }: Pick<Part, 'mail'>): Mailer {
  const field = 'parts.change-email.send'
  return { id: 'change-email', name: 'ChangeEmail', field, send: mail?.send }
}

/** The same, found in a configuration. */
export function mailerIn({ config }: Pick<Context, 'config'>): Mailer {
  return changeMailer(config.parts.find(({ name }) => name === 'change-email') ?? {})
}
