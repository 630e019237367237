import type { AnyPart } from './part.ts'

/** The e-mail kind of provider. */
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
  // Another method's own name; the five above are still completed.
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

/** A provider of a method that is not one of ours. */
export interface CustomConfig extends CommonProviderOptions {
  method: AnyPart
}
