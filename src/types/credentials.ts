import type { Awaitable, User } from './models.ts'
import type { AnyPart } from './part.ts'
import type { CommonProviderOptions, CredentialsProviderType } from './provider-type.ts'

/** One field of the credentials form: any attribute of an `<input>`, and its label. */
export interface CredentialInput {
  /** Default for `username`, `password` and `email`: that word in the visitor's language. */
  label?: string
  /** The label in other languages, by `lang`. */
  labels?: Readonly<Record<string, string>>
  type?: string
  value?: string
  placeholder?: string
  [attribute: string]: unknown
}

/** Signs people in with what they type; the application checks it. */
export interface CredentialsConfig<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProviderOptions {
  id: string
  name: string
  type: CredentialsProviderType
  /** The form's fields. */
  credentials: Inputs
  /** The field that names the account, by which attempts are counted. Default: the first that is not a password. */
  identifier?: keyof Inputs & string
  /** The text that visitors read when `authorize` throws `new AuthError('CredentialsSignin', …, { reason })`, by reason. */
  messages?: Record<string, string>
  /**
   * Returns the user, with an id, or null if the credentials are wrong. To tell the visitor why, throw an `AuthError` with a `reason`; any
   * other error stays private.
   */
  authorize(
    credentials: Partial<Record<keyof Inputs, unknown>>,
    request: Request,
  ): Awaitable<User | null>
  method?: AnyPart
  // biome-ignore lint/suspicious/noExplicitAny: Auth.js's provider functions leave their argument here
  options?: any
}

/** The default words of the credentials form. */
export interface CredentialsText {
  /** The label of the field `username`. */
  readonly username: string
  /** The label of the field `password`. */
  readonly password: string
  /** The name of a form with a password. */
  readonly aPassword: string
  /** Opens the form if it is folded. */
  readonly usePassword: string
}
