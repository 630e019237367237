import type { Flow } from '../flow.ts'

/** The state of an OAuth flow, to be found again when the person comes back. */
export interface OAuthState {
  redirect_uri: string
  code_verifier?: string
  nonce?: string
  /** The seconds before the start within which the person must have proven themselves to the platform. */
  max_age?: number
  /** The scopes that were asked for, if not the configured ones. */
  scope?: string
  /** Parameters that the profile must repeat. */
  repeated?: Readonly<Record<string, string>>
}

/** An OAuth sign-in on its way. */
export type OAuthFlow = Flow<OAuthState>
