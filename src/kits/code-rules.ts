import type { Profile, TokenSet } from '../types/models.ts'

/** The rules of a kit whose library gives an app a code, which the app sends to its server. */
export interface CodeRules<Name extends string = string> {
  readonly name: Name
  /**
   * The redirect addresses that the library may have used, compared character by character; `:*` is any port. Left out: the platform
   * expects none with the code.
   */
  readonly redirects?: readonly string[]
  /**
   * The least length of a PKCE verifier. Left out: the library does not use PKCE, so anybody who has the code can use it. Then the app must
   * first ask for a nonce, which works once.
   */
  readonly verifierLength?: number
  /** The profile, if the tokens alone contain all that was granted. Undefined asks the platform. */
  readonly profile?: (tokens: TokenSet) => Profile | undefined
}
