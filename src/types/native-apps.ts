/** An application on a phone, a desktop or in a terminal, which signs people in through the system's browser. */
export interface NativeApp {
  /** The app's id in requests: letters, digits, `.`, `_` and `-`. It is no secret, because every copy of the app has it. */
  id: string
  /** The name that people know it by, on the page that asks and in the list of their sessions. */
  name: string
  /**
   * The addresses that lead back into the app, compared character by character: links that the app has claimed
   * (`https://acme.example/app/signed-in`), its own scheme (`com.acme.app:/signed-in`), or loopback without a port, which any port matches
   * (`http://127.0.0.1/signed-in`, `http://[::1]/signed-in`).
   */
  redirects: readonly string[]
  /**
   * Lets people sign in by the platform's own sheet on the phone: the client ids of the app at each platform, by the provider's id. `aud`
   * and `azp` of an id token must be among them, character by character; the client id of the provider itself is not, unless it is listed.
   *
   * @example
   * idTokens: { google: ['123-ios.apps.googleusercontent.com'], apple: ['com.acme.app'] }
   */
  idTokens?: Readonly<Record<string, readonly string[]>>
}

/** Every sentence of the page that asks before an app gets a session. */
export interface NativeAppText {
  /** The title: names the app and the user. */
  readonly continueAs: (app: string, person: string) => string
  readonly question: (app: string) => string
  readonly otherAccount: string
}
