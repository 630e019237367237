import type { Part } from '../config/part.ts'
import type { Mailer } from '../methods/mail-sender.ts'

/** Notices, as one that mails. */
export function noticeMailer({ mail }: Pick<Part, 'mail'>): Mailer {
  return { id: 'notices', name: 'Notices', field: 'parts.notices.send', send: mail?.send }
}
