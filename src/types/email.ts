import type { Awaitable } from './models.ts'
import type { AnyPart } from './part.ts'
import type { CommonProviderOptions, EmailProviderType } from './provider-type.ts'
import type { Theme } from './theme.ts'

/** A mail, ready to be sent. */
export interface Mail {
  subject: string
  text: string
  html: string
}

/** A mail to be sent, for any purpose. */
export interface OutgoingMail extends Mail {
  /** The recipient's address, as stored. */
  to: string
  /**
   * The reason for the mail: `signIn`; of passwords `confirmAddress`, `signUpKnown`, `resetPassword` or `resetUnknown`; or the name of a
   * notice, such as `newDevice`.
   */
  purpose: string
  /** The language that it is written in, such as `de`. */
  lang: string
  /** The token of its link and its code, which may be in the subject. Keep them out of your log. */
  secrets: readonly string[]
  /** The request that led to it. */
  request: Request
  /** Bounded in size and time; use it instead of the global `fetch`. */
  fetch: typeof fetch
}

/** Sends a mail. An error that it throws is logged as `MailFailed`, with its cause. */
export type SendMail = (mail: OutgoingMail) => Awaitable<unknown>

/** Every sentence of the sign-in mail; `app` is the application's name or host. */
export interface MailText {
  /** With the code, people read it in the notification. Leave it out of yours if it is not to be seen there. */
  subject: (app: string, code: string) => string
  title: (app: string) => string
  open: string
  button: string
  code: string
  /** The lifetime of the link: in minutes, and as the language says it, such as "24 hours". */
  expires: (minutes: number, duration: string) => string
  /** The lifetime of the code. A mail with an `expires` of your own leaves it out unless you set this, too. */
  codeExpires: (minutes: number, duration: string) => string
  paste: string
  ignore: string
}

/** Every sentence of the pages that ask for an address and a code. */
export interface EmailText {
  email: string
  sendLink: string
  checkMail: string
  sent: string
  sentTo: (email: string) => string
  openLink: string
  openLinkOrTypeCode: string
  code: string
  again: string
  sentAgain: string
  sentAgainText: string
  wrongCode: string
  wrongCodeText: string
  triesLeft: (tries: number) => string
  /** The code can no longer be typed. */
  codeExpired: string
  /** Shown if a code cannot be typed, or not now. */
  linkWorks: string
  /** Opens the form if it is folded. */
  useEmail: string
  /** On the account page: the button that mails a link to the new address. */
  confirmAddress: string
  /** On the account page: there is no address. */
  none: string
  confirmed: string
  unconfirmed: string
  add: string
  confirmSignIn: string
  confirmSignInText: string
  notYou: string
}

/** The parameters of `sendVerificationRequest`. */
export interface VerificationRequest {
  /** The recipient's address, as stored. */
  identifier: string
  /** The link to click. */
  url: string
  /** The secret inside the link. */
  token: string
  /** Six digits to type on the page that asked for the mail. */
  code: string
  /** Expiry of the link. */
  expires: Date
  /** Expiry of the code: after 15 minutes, or with the link. */
  codeExpires: Date
  /** The mail that Portico would send: link and code, as text and as HTML. */
  mail: Mail
  provider: EmailConfig
  theme: Theme
  /** The language that was chosen for this request, such as `de`. */
  lang: string
  request: Request
  /** Bounded in size and time; use it instead of the global `fetch`. */
  fetch: typeof fetch
}

/** Signs people in by a link and a code sent to their address. */
export interface EmailConfig extends CommonProviderOptions {
  id: string
  name: string
  type: EmailProviderType
  /** The sender. Environment: `AUTH_<ID>_FROM`. */
  from?: string | undefined
  /** An SMTP connection: an address or nodemailer's options. Environment: `AUTH_<ID>_SERVER`. */
  server?: string | Record<string, unknown> | undefined
  /** For senders that are reached over HTTP. Environment: `AUTH_<ID>_KEY`. */
  apiKey?: string | undefined
  /** Seconds until the link expires. Default 24 hours. The code lives 15 minutes at most. */
  maxAge?: number
  /** Sends every mail of the application: links to sign in with, notices, and those of other parts. */
  send?: (mail: OutgoingMail, provider: EmailConfig) => Awaitable<unknown>
  /** Sends sign-in mails only, for which it may write its own text. */
  sendVerificationRequest?: (params: VerificationRequest) => Awaitable<void>
  /** Must have at least 128 bits. */
  generateVerificationToken?: () => Awaitable<string>
  /** Returns an address in the one form that is stored and mailed; throws unless the text is exactly one address. */
  normalizeIdentifier?: (identifier: string) => string
  /** Replaces sentences of the mail, in every language. */
  text?: Partial<MailText>
  /** The language of those sentences, such as `de`. Default: that of the request. */
  lang?: string
  /** Writes the mail, in place of the built-in one. */
  mail?: (params: Omit<VerificationRequest, 'mail'>) => Awaitable<Mail>
  /** Settings without which the sender cannot send. */
  needs?: readonly ('server' | 'apiKey' | 'from')[]
  method?: AnyPart
  options?: EmailUserConfig
}

/** The options of an e-mail provider. */
export type EmailUserConfig = Omit<Partial<EmailConfig>, 'options' | 'type'>
