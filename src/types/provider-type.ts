import type { AnyPart } from './part.ts'

/** The email kind of provider. */
export type EmailProviderType = 'email'

/** The credentials kind of provider. */
export type CredentialsProviderType = 'credentials'

/** The passkey kind of provider. */
export type WebAuthnProviderType = 'webauthn'

/** The ways to sign in. */
export type ProviderType =
  | 'oidc'
  | 'oauth'
  | 'email'
  | 'credentials'
  | WebAuthnProviderType
  // Another method's own name. This form of `string` lets editors complete the five above.
  | (string & {})

/** The kinds of provider that sign in without leaving the application. */
export type RedirectableProviderType = EmailProviderType | CredentialsProviderType

/** The facts that every provider states. */
export interface CommonProviderOptions {
  /** Unique among the configured providers; part of the callback address. */
  id: string
  /** "X" gives a button that reads "Sign in with X". */
  name: string
  type: ProviderType
}

/** A provider of a custom method. */
export interface CustomConfig extends CommonProviderOptions {
  method: AnyPart
}
