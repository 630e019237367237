import type { Context } from '../context.ts'
import type { Finding } from '../methods/method.ts'
import { judgeCode } from './given-code.ts'
import { judgeToken } from './given-token.ts'
import type { KnownApp } from './settings.ts'

/** The proof that an app got from the platform's own library, not yet validated. */
export interface GivenProof {
  readonly provider: unknown
  readonly nonce?: unknown
  readonly idToken?: unknown
  readonly user?: unknown
  readonly kit?: unknown
  readonly code?: unknown
  readonly codeVerifier?: unknown
  readonly redirectUri?: unknown
}

/** Judges the proof that an app brings: a code of the platform's library, or an id token. */
export function judgeProof(context: Context, app: KnownApp, given: GivenProof): Promise<Finding> {
  const { provider, nonce, idToken, user, kit, code, codeVerifier, redirectUri } = given
  return kit === undefined
    ? judgeToken(context, app, { provider, nonce, idToken, user })
    : judgeCode(context, app, { provider, nonce, kit, code, codeVerifier, redirectUri })
}
