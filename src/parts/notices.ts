// The entry point of the notices: docs/tasks/notices.md shows what people get.

import type { OptionKinds } from '../config/option-kinds.ts'
import { assertPartOptions } from '../config/part-options.ts'
import { mailSender } from '../methods/mail-sender.ts'
import type { Part } from '../methods/part-code.ts'
import { acts } from '../notices/acts.ts'
import { device, link } from '../notices/kinds.ts'
import { noticeMailer } from '../notices/mailer.ts'
import type { SendMail } from '../types/email.ts'

export type { NoticeText } from '../notices/notice-text.ts'

/** The options of `Notices()`. */
export interface NoticeOptions {
  /** Sends the notices. Default: as the email provider does. */
  send?: SendMail
}

/** The part, with the events that it adds to `events`. */
export interface NoticesPart extends Part {
  readonly events: readonly ('notMe' | 'limitNotices')[]
}

const kinds: OptionKinds<keyof NoticeOptions> = { send: 'function' }

/**
 * Tells people by mail what happened to their accounts, and lets them say that it was not them.
 *
 * @example
 * Auth({ providers, database, parts: [Notices({ send: ({ to, subject, text, html }) => queue.add({ to, subject, text, html }) })] })
 */
export function Notices(options: NoticeOptions = {}): NoticesPart {
  assertPartOptions('notices', options, kinds)
  const { send } = options
  return {
    name: 'notices',
    mail: { send },
    limits: { notice: { perAccount: 10, perClient: Number.POSITIVE_INFINITY, seconds: 3600 } },
    check(surroundings) {
      mailSender(surroundings, noticeMailer(this))
    },
    paths: { notice: { methods: ['GET', 'POST'], provider: 'none' } },
    hears: ['createUser', ...Object.keys(acts)],
    events: ['notMe', 'limitNotices'],
    kinds: [device, link],
    load: async () => (await import('../notices/code.ts')).notices,
  }
}
