import type { Profile, TokenSet } from '../types/models.ts'

/** The rules of a kit whose library gives an app a code, which the app sends to its server. */
export interface CodeRules<Name extends string = string> {
  readonly name: Name
  /**
   * The addresses that the library may have named when it asked for the code, compared character by character; `:*` is any port. Left out:
   * the platform wants none with the code.
   */
  readonly redirects?: readonly string[]
  /**
   * The least length of a PKCE verifier. Left out: the library knows no PKCE, and whoever has the code can use it. Then the app must have
   * asked for a nonce first, which is good once.
   */
  readonly verifierLength?: number
  /** The profile, where the tokens say all that was granted, and the platform would not tell more. */
  readonly profile?: (tokens: TokenSet) => Profile | undefined
}
