import type { SendMail } from './email.ts'
import type { RequestSource } from './who.ts'

/** The options of `ChangeEmail()`. */
export interface ChangeEmailOptions {
  /** Sends the mails in your own way. Default: as the email provider does. */
  send?: SendMail
}

/** The proof that mail to the new address reaches the person. */
export type EmailProof = { readonly code: string } | { readonly token: string }

/** The calls that `ChangeEmail()` adds to `auth.users`. */
export interface ChangeEmailUsers {
  /**
   * Mails a link and a code to a new address of the person who is signed in. Whether somebody has the address, the mail alone says. Rejects
   * with `RecentSignInRequired` unless the person proved who they are, as well as they can, within the last hour.
   */
  changeEmail(source: RequestSource, wish: { email: string; gateToken?: string }): Promise<void>
  /** Changes the address of the person who is signed in, by the code or the token of the link. Rejects with `Verification` otherwise. */
  confirmEmail(source: RequestSource, proof: EmailProof): Promise<void>
}

/** The calls that the part adds to `auth`. */
export type ChangeEmailCalls = { readonly users: ChangeEmailUsers }

/** Every sentence of the pages and mails about a new address; `app` is the application's name or host. */
export interface ChangeEmailText {
  /** On the account page. */
  title: string
  none: string
  newAddress: string
  change: string
  /** The page on which the code is typed, or the link is confirmed. */
  check: string
  sent: (email: string) => string
  code: string
  confirm: string
  question: (email: string) => string
  elsewhere: string
  elsewhereText: string
  /** The mail to the new address, and what it says if that is another account's. */
  confirmSubject: (app: string) => string
  confirmMail: string
  mailCode: string
  takenSubject: (app: string) => string
  takenMail: (app: string) => string
  /** The mails after the change, to the new address and to the old one. */
  changedSubject: (app: string) => string
  newMail: (app: string) => string
  oldMail: (app: string) => string
  /** The page on which the old address is taken back. */
  back: string
  backText: (email: string) => string
  done: string
  doneText: string
  old: string
  oldText: string
}
