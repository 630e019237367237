// The entry point of changes of address: docs/change-email.md shows what people get.

import { change, pending } from '../change-email/kinds.ts'
import { changeMailer } from '../change-email/mailer.ts'
import type { OptionKinds } from '../config/option-kinds.ts'
import { assertPartOptions } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import { mailSender } from '../methods/mail-sender.ts'
import type { Part } from '../methods/part-code.ts'
import type { ChangeEmailCalls, ChangeEmailOptions } from '../types/change-email.ts'

export type {
  ChangeEmailCalls,
  ChangeEmailOptions,
  ChangeEmailText,
  ChangeEmailUsers,
  EmailProof,
} from '../types/change-email.ts'

/** The part, with the events that it adds to `events`. */
export type ChangeEmailPart = Part<ChangeEmailCalls> & {
  readonly events: readonly ('changeEmail' | 'restoreEmail')[]
}

const hour = 3600

const kinds: OptionKinds<keyof ChangeEmailOptions> = { send: 'function' }

/**
 * Lets people change their verified address. A mail proves the new one, both are notified, and the old one can undo the change for 72
 * hours.
 *
 * @example
 * Auth({ providers, database, parts: [ChangeEmail()] })
 */
export function ChangeEmail(options: ChangeEmailOptions = {}): ChangeEmailPart {
  assertPartOptions('change-email', options, kinds)
  const { send } = options
  return {
    name: 'change-email',
    mail: { send },
    check(surroundings) {
      mailSender(surroundings, changeMailer(this))
      const { storage } = surroundings
      if (storage?.putItem && storage.deleteSessions && storage.transaction) return
      throw configError(
        'parts.change-email',
        'ChangeEmail needs a storage that keeps items and can end all sessions of a user',
        'Pass `database`. Auth.js adapters cannot; sql() of porticojs/storage/sql does, on the same tables.',
      )
    },
    // The limits of sign-in by email, which share their counts with these.
    limits: {
      mail: { perAccount: 5, perClient: 30, seconds: hour },
      code: { perAccount: 10, perClient: 100, seconds: hour },
    },
    paths: {
      'change-email': { methods: ['GET', 'POST'], provider: 'none' },
      'restore-email': { methods: ['GET', 'POST'], provider: 'none' },
    },
    namespaces: { users: ['changeEmail', 'confirmEmail'] },
    events: ['changeEmail', 'restoreEmail'],
    kinds: [pending, change],
    load: async () => (await import('../change-email/code.ts')).changeEmail,
  }
}
