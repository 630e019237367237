import type { SendMail } from './email.ts'
import type { ForeignHashes } from './foreign-hashes.ts'
import type { Awaitable } from './models.ts'
import type { AnyPart } from './part.ts'
import type { CommonProviderOptions } from './provider-type.ts'
import type { RequestSource, Who } from './who.ts'

/** The result of a change: write the headers into your response, because the session got a new key. */
export interface PasswordChange {
  readonly cookies: readonly { readonly name: string; readonly value: string }[]
  /** The cookies as response headers. */
  readonly headers: Headers
}

/** The passwords of people. Signing up, in and resetting are `auth.signIn(request, 'password', { fields })`. */
export interface Passwords {
  /** True if the person has a password, even an unreadable one. */
  has(who: Who): Promise<boolean>
  /**
   * Sets the first password of a person; with `{ userId }` it also replaces one, and ends all sessions. Refuses with `CredentialsSignin`
   * if the password is too short or was in a leak, and with `AlreadyConnected` if the person has one.
   */
  set(who: Who, password: string, options?: { username?: string }): Promise<void>
  /** Changes the password of a person who is signed in. All their sessions end, except this one, which gets a new key. */
  change(
    source: RequestSource,
    passwords: { current: string; password: string; gateToken?: string },
  ): Promise<PasswordChange>
  /** Removes the password of a person. Refuses with `LastMethod` if it is the only way in. */
  remove(who: Who): Promise<void>
}

/** The calls that passwords add to `auth`. */
export type PasswordCalls = { readonly passwords: Passwords }

/** Signs people in with a password, which Portico keeps. */
export interface PasswordConfig extends CommonProviderOptions {
  type: 'password'
  /** The name that people type with the password. Default `email`. */
  identifier?: 'email' | 'username'
  /** Lets new people sign up. Default true. */
  signUp?: boolean
  /** The fewest characters of a password. Default 15; less, down to 8, only if a second factor is mandatory. */
  minimum?: number
  /** Refuses passwords that are known from leaks. Default true. */
  breached?: boolean
  /**
   * Checks a password against another library's hash, for people who have none here: returns the user's id, or null. After the sign-in
   * Portico keeps a hash of its own, and never asks again about this person. It is called for unknown names, too. With `foreignHashes` of
   * porticojs/passwords, Portico checks the hashes that `npx porticojs import` brought into the storage.
   */
  import?:
    | ForeignHashes
    | ((typed: { identifier: string; password: string }) => Awaitable<string | null | undefined>)
    | undefined
  /** Sends the mails. Default: as the email provider does. */
  send?: SendMail | undefined
  method: AnyPart<PasswordCalls> & {
    readonly events: readonly ('setPassword' | 'changePassword' | 'resetPassword')[]
  }
}

/** The options of `Password`. */
export type PasswordUserConfig = Omit<Partial<PasswordConfig>, 'type' | 'method'>

/** Every sentence of the pages and mails about passwords that sign-in by email lacks; `app` is the application's name or host. */
export interface PasswordText {
  aPassword: string
  username: string
  password: string
  newPassword: string
  currentPassword: string
  signUp: string
  newHere: string
  haveAccount: string
  rule: (minimum: number) => string
  forgot: string
  forgotText: string
  sentToOwner: string
  confirm: string
  confirmAddress: string
  confirmAddressText: string
  chooseNew: string
  save: string
  short: string
  long: string
  breached: string
  breachedText: string
  nameText: string
  wrongCurrent: string
  usernameTaken: string
  usernameInvalid: string
  usernameInvalidText: string
  /** On the account page. */
  title: string
  none: string
  set: string
  /** For people without an address, who prove one along with the first password. */
  setText: string
  change: string
  changed: string
  confirmSubject: (app: string) => string
  confirmMail: string
  knownSubject: (app: string) => string
  knownMail: (app: string) => string
  resetSubject: (app: string) => string
  resetMail: string
  unknownSubject: (app: string) => string
  unknownMail: (app: string) => string
  mailCode: string
}
