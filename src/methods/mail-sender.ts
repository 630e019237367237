import type { PartSurroundings, ResolvedProvider } from '../config/part.ts'
import { AuthError } from '../errors.ts'
import type { SendMail } from '../types/email.ts'
import type { ResolvedEmail } from './email/resolved.ts'

/** A part or a provider that mails. */
export interface Mailer {
  readonly id: string
  /** The name that the application imports it by, such as `Notices`. */
  readonly name: string
  /** The name of the option for the application's own `send`, such as `parts.notices.send`. */
  readonly field: string
  /** Its own way to send, if the application gave it one. */
  readonly send?: SendMail | undefined
}

/** The sender of mails: without `send`, the emulator's inbox takes them. */
export type MailSender = Pick<Mailer, 'id' | 'send'>

/**
 * Finds the sender of a part's or provider's mails: its own `send`, or the first email provider of the list that sends every mail, or the
 * emulator's inbox, if it plays the mailer. Throws if there is none; call it in `check()` of the part: then the error comes at the start.
 */
export function mailSender(
  { providers, emulator }: Pick<PartSurroundings, 'providers' | 'emulator'>,
  mailer: Mailer,
): MailSender {
  if (mailer.send) return mailer
  const emails = [...providers.values()].filter(isEmail)
  const provider = emails.find(({ send }) => send)
  if (provider) return { id: provider.id, send: (mail) => provider.send?.(mail, provider) }
  if (emulator?.plays(mailer.id)) return mailer
  throw noSender(mailer, emails)
}

function isEmail(provider: ResolvedProvider): provider is ResolvedEmail {
  return provider.type === 'email'
}

function noSender({ name, field }: Mailer, [other]: readonly ResolvedEmail[]): AuthError {
  const found = other
    ? `the provider ${other.id} sends only mails to sign in with`
    : 'nothing is configured that sends them'
  return new AuthError('Configuration', `${name} sends mails, and ${found}`, {
    field,
    // Whoever develops is lent the emulator's inbox, as for every variable that is missing.
    variable: 'AUTH_EMAIL_SERVER',
    hint: `Pass \`send\`, as in ${name}({ send: ({ to, subject, text, html }) => … }), or add a sender of porticojs/providers to \`providers\`, such as Email with AUTH_EMAIL_SERVER and AUTH_EMAIL_FROM.`,
  })
}

/** True if the error is that nobody sends the mails of a part or a provider. */
export function isMissingSender({ field }: AuthError): boolean {
  return /\.send$/.test(field ?? '')
}
