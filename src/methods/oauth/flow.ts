import type { Flow } from '../flow.ts'

/** What an OAuth flow must find again when the person comes back. */
export interface OAuthState {
  redirect_uri: string
  code_verifier?: string
  nonce?: string
}

/** An OAuth sign-in on its way. */
export type OAuthFlow = Flow<OAuthState>
