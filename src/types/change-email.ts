import type { SendMail } from './email.ts'
import type { RequestSource } from './who.ts'

/** The options of `ChangeEmail()`. */
export interface ChangeEmailOptions {
  /** Sends the mails. Default: as the email provider does. */
  send?: SendMail
}

/** The proof that mail to the new address reaches the person. */
export type EmailProof = { readonly code: string } | { readonly token: string }

/** The calls that `ChangeEmail()` adds to `auth.users`. */
export interface ChangeEmailUsers {
  /**
   * Mails a link and a code to the signed-in person's new address. Only the mail says whether the address is taken. Rejects with
   * `RecentSignInRequired` unless the person proved who they are within the last hour, with a second factor if they have one.
   */
  changeEmail(source: RequestSource, wish: { email: string; gateToken?: string }): Promise<void>
  /** Changes the signed-in person's address, by the code or by the link's token. Rejects with `Verification` if that is wrong. */
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
  /** The page that takes the code, or confirms the link. */
  check: string
  sent: (email: string) => string
  code: string
  confirm: string
  question: (email: string) => string
  elsewhere: string
  elsewhereText: string
  /** The mail to the new address, and the one for an address of another account. */
  confirmSubject: (app: string) => string
  confirmMail: string
  mailCode: string
  takenSubject: (app: string) => string
  takenMail: (app: string) => string
  /** The mails after the change, to the new address and to the old one. */
  changedSubject: (app: string) => string
  newMail: (app: string) => string
  oldMail: (app: string) => string
  /** The page that restores the old address. */
  back: string
  backText: (email: string) => string
  done: string
  doneText: string
  old: string
  oldText: string
}
