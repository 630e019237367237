import { askNonce, exchangeGiven, type GivenTools, urn } from './given.ts'
import { sha256 } from './sha256.ts'

/** A nonce that works once, for the platform's library. Pass one of the two: the application accepts both. */
export interface SheetNonce {
  /** As the application made it. Libraries that hash a nonce themselves get this one. */
  nonce: string
  /** Its SHA-256 in hexadecimal digits, so that the token alone does not reveal the nonce. */
  hashedNonce: string
}

/** The answer of the platform's library. */
export interface SheetAnswer {
  idToken: string | null
  /** The name that Apple tells once. */
  fullName?: { givenName?: string | null; familyName?: string | null } | null
}

/** Shows the platform's own sheet. Null: the person cancelled. */
export type Sheet = (nonce: SheetNonce) => Promise<SheetAnswer | null>

/** Signs in by the id token of the platform's own library. */
export function idTokenSignIn<S>(
  tools: GivenTools<S>,
): (provider: string, sheet: Sheet) => Promise<S | null> {
  return async (provider, sheet) => {
    const nonce = await askNonce(tools)
    const hashedNonce = Array.from(sha256(nonce), (byte) => byte.toString(16).padStart(2, '0'))
    const answer = await sheet({ nonce, hashedNonce: hashedNonce.join('') })
    if (!answer?.idToken) return null
    const { idToken, fullName } = answer
    const name = { firstName: fullName?.givenName, lastName: fullName?.familyName }
    return exchangeGiven(tools, {
      subject_token_type: `${urn}token-type:id_token`,
      subject_token: idToken,
      provider,
      nonce,
      user: fullName ? JSON.stringify({ name }) : undefined,
    })
  }
}
