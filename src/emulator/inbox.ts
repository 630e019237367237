import type { Mail } from './records.ts'
import { forgetOldest } from './state.ts'
import type { EmulatorContext } from './types.ts'

/** An inbox where applications under test deliver mail, and people read it. */
export type Inbox = {
  /** Puts a mail into the inbox. */
  readonly deliver: (mail: Omit<Mail, 'id' | 'at'>) => Mail
  /** The mails, newest first; only those to one address when given. */
  readonly messages: (to?: string) => readonly Mail[]
  /** Deletes all mails. */
  readonly clear: () => void
}

/** The inbox of an emulator. */
export function createInbox(context: EmulatorContext): Inbox {
  return {
    deliver({ to, subject, text, html }) {
      const id = (context.state.mails.at(-1)?.id ?? 0) + 1
      const at = context.clock.now()
      const mail: Mail = { id, to, subject, text, ...(html === undefined ? {} : { html }), at }
      context.state.mails.push(mail)
      forgetOldest(context.state)
      return mail
    },
    messages: (to) =>
      context.state.mails.filter((mail) => to === undefined || mail.to === to).toReversed(),
    clear() {
      context.state.mails.length = 0
    },
  }
}
