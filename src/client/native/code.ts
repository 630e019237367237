import { askNonce, exchangeGiven, type GivenTools } from './given.ts'

/** The code that the platform's library returned. */
export interface LibraryCode {
  code: string
  /** The PKCE verifier that the library made; kits without PKCE have none. */
  codeVerifier?: string
  /** The redirect address that the library was given, if the kit lists several. */
  redirectUri?: string
}

/** Calls the platform's library. Null: the person cancelled. */
export type Library = () => Promise<LibraryCode | null>

/** Signs in by the code of the platform's own library. */
export function codeSignIn<S>(
  tools: GivenTools<S>,
): (provider: string, kit: string, library: Library) => Promise<S | null> {
  return async (provider, kit, library) => {
    const given = await library()
    if (!given) return null
    const { code, codeVerifier, redirectUri } = given
    return exchangeGiven(tools, {
      subject_token_type: 'urn:porticojs:params:oauth:token-type:authorization-code',
      subject_token: code,
      code_verifier: codeVerifier,
      redirect_uri: redirectUri,
      // Without PKCE, only a nonce tells that this app began the sign-in.
      nonce: codeVerifier ? undefined : await askNonce(tools),
      provider,
      kit,
    })
  }
}
