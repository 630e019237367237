import type { Awaitable, User } from './nouns.ts'
import type { CommonProviderOptions } from './provider.ts'

/** The credentials kind of provider. */
export type CredentialsProviderType = 'credentials'

/** One field of the credentials form: any attribute of an `<input>`, and its label. */
export interface CredentialInput {
  label?: string
  type?: string
  value?: string
  placeholder?: string
  [attribute: string]: unknown
}

/** Signs people in by what they typed, judged by the application. */
export interface CredentialsConfig<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProviderOptions {
  id: string
  name: string
  type: CredentialsProviderType
  /** The form's fields. */
  credentials: Inputs
  /** Returns the user, or null when the credentials are wrong. */
  authorize: (
    credentials: Partial<Record<keyof Inputs, unknown>>,
    request: Request,
  ) => Awaitable<User | null>
  // biome-ignore lint/suspicious/noExplicitAny: Auth.js's provider functions leave their argument here
  options?: any
}
