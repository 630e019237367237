import type { Awaitable } from './nouns.ts'
import type { CommonProviderOptions } from './provider.ts'
import type { Theme } from './theme.ts'

/** The e-mail kind of provider. */
export type EmailProviderType = 'email'

/** What the sender of a sign-in mail receives. */
export interface VerificationRequest {
  /** The address, in the form that is stored. */
  identifier: string
  /** The link to click. */
  url: string
  /** The secret inside the link. */
  token: string
  /** Six digits to type on another device. */
  code: string
  expires: Date
  provider: EmailConfig
  theme: Theme
  request: Request
}

/** Signs people in by a link and a code sent to their address. */
export interface EmailConfig extends CommonProviderOptions {
  id: string
  name: string
  type: EmailProviderType
  /** The sender. */
  from?: string
  /** An SMTP connection: an address or nodemailer's options. */
  server?: string | Record<string, unknown>
  /** For senders that are reached over HTTP. */
  apiKey?: string
  /** Seconds until link and code expire. Default 24 hours. */
  maxAge?: number
  sendVerificationRequest?: (params: VerificationRequest) => Awaitable<void>
  /** Must have at least 128 bits. */
  generateVerificationToken?: () => Awaitable<string>
  /** Brings an address to the one form that is stored and mailed; throws for what is not one address. */
  normalizeIdentifier?: (identifier: string) => string
  options?: EmailUserConfig
}

/** What a user may change about an e-mail provider. */
export type EmailUserConfig = Omit<Partial<EmailConfig>, 'options' | 'type'>
