import type { Flow } from '../flow.ts'

/** What an OAuth flow must find again when the person comes back. */
export interface OAuthState {
  redirect_uri: string
  code_verifier?: string
  nonce?: string
  /** How many seconds ago, at the start, the person may have proven themselves to the platform. */
  max_age?: number
  /** The scopes that were asked for, if not the configured ones. */
  scope?: string
  /** Parameters that the profile must repeat. */
  repeated?: Readonly<Record<string, string>>
}

/** An OAuth sign-in on its way. */
export type OAuthFlow = Flow<OAuthState>
