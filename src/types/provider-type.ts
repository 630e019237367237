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

/** What every provider says about itself. */
export interface CommonProviderOptions {
  /** Unique among the configured providers; part of the callback address. */
  id: string
  /** "X" gives a button that reads "Sign in with X". */
  name: string
  type: ProviderType
}

/** Loads the code that serves a provider. It comes with the provider, so that nobody ships what they do not use. */
export type MethodLoader = () => Promise<object>
