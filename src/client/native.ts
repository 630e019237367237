import type { SessionOf } from '../types/client.ts'
import type { CodeKitName } from '../types/kit.ts'
import type { Session } from '../types/models.ts'
import { asker } from './native/ask.ts'
import { codeSignIn, type Library } from './native/code.ts'
import { systemRandom } from './native/flow.ts'
import { idTokenSignIn, type Sheet } from './native/id-token.ts'
import type { NativeStore } from './native/kept.ts'
import { sendSigned } from './native/send-signed.ts'
import { browserSignIn } from './native/sign-in.ts'
import { signedIn } from './native/signed.ts'
import type { SessionListener, SessionState } from './session-query.ts'

export type { ClientError, ClientErrorCode, SessionOf } from '../types/client.ts'
export type { CodeKitName } from '../types/kit.ts'
export type { Session } from '../types/models.ts'
export type { Library, LibraryCode } from './native/code.ts'
export type { Sheet, SheetAnswer, SheetNonce } from './native/id-token.ts'
export type { NativeStore } from './native/kept.ts'
export type { SessionListener, SessionState } from './session-query.ts'

/** An app's access to its application, the system's browser and a safe store. */
export interface NativeClientOptions {
  /** The origin of the application, such as `https://acme.example`. */
  url: string
  /** Default `/api/auth`. */
  basePath?: string
  /** The app's id in `NativeApps()`. */
  app: string
  /**
   * Opens the system's browser with the address that `begin` returns for a redirect of the app. Resolves with the address that led back to
   * the app; null if the person closed the browser.
   */
  open(begin: (redirect: string) => Promise<string>): Promise<string | null | undefined>
  store: NativeStore
  /** The name of this device in the list of sessions, such as "iPhone 17". Default: taken from the User-Agent header. */
  device?: string
  /** Random bytes, where the runtime has no `crypto.getRandomValues`. */
  random?: (bytes: number) => Uint8Array
  /** Default: the runtime's own. */
  fetch?: typeof fetch
}

/** The session of an app's user, and the actions on it. */
export interface NativeClient<S = Session> {
  /** Signs the person in through the browser. Null if they cancelled; rejects with a `ClientError` if it failed. */
  signIn(): Promise<S | null>
  /**
   * Signs the person in by the platform's own sheet, such as Google's or Apple's. `sheet` gets a nonce for the platform's library, and
   * returns the id token; null if the person cancelled. If another step is needed, such as a second factor, the sign-in goes on in the
   * browser.
   *
   * @example
   * client.signInWithIdToken('apple', async ({ hashedNonce }) => {
   *   const { identityToken, fullName } = await AppleAuthentication.signInAsync({ nonce: hashedNonce })
   *   return { idToken: identityToken, fullName }
   * })
   */
  signInWithIdToken(provider: string, sheet: Sheet): Promise<S | null>
  /**
   * Signs the person in by the code of the platform's own library, such as TikTok's. `kit` is the provider's kit for that library. If
   * another step is needed, the sign-in goes on in the browser.
   *
   * @example
   * client.signInWithCode('tiktok', 'ios', async () => {
   *   const { authCode, codeVerifier } = await TikTokAuth.authorize({ redirectUri, scopes: ['user.info.basic'] })
   *   return { code: authCode, codeVerifier }
   * })
   */
  signInWithCode(provider: string, kit: CodeKitName, library: Library): Promise<S | null>
  /** Finishes a sign-in whose redirect started the app again. Undefined if the address belongs to no sign-in that this app began. */
  resume(address: string): Promise<S | null | undefined>
  /** Forgets the key, and ends the session at the application if it can be reached. */
  signOut(): Promise<void>
  /**
   * Asks the application for the session. Null: nobody is signed in. Undefined: the application cannot be reached, and has never answered.
   */
  session(): Promise<S | null | undefined>
  /** The state that is known now, without a request. */
  get(): SessionState<S>
  /** Calls back with the current state and whenever it changes. Returns a function that stops it. */
  subscribe(listener: SessionListener<S>): () => void
  /** Asks the application, with one request at a time. Resolves with the state, which includes any error. */
  refresh(): Promise<SessionState<S>>
  /** Takes a session that is known from elsewhere. */
  hydrate(session: S | null): void
  /** Sends a request with the key to an address or a path of the application. Other origins are refused: they would learn the key. */
  fetch(input: string, init?: RequestInit): Promise<Response>
}

/**
 * A client for an app on a phone, a desktop or in a terminal.
 *
 * @example
 * import type { auth } from './auth.ts'
 * const client = createNativeClient<typeof auth>({ url: 'https://acme.example', app: 'acme', open, store })
 */
export function createNativeClient<Auth = unknown>(
  options: NativeClientOptions,
): NativeClient<SessionOf<Auth>> {
  const { app, open, store, device, random = systemRandom } = options
  const origin = options.url.replace(/\/+$/, '')
  const base = origin + (options.basePath ?? '/api/auth')
  const send: typeof fetch = options.fetch ?? ((...request) => fetch(...request))
  const ask = asker(base, send)
  const signed = signedIn<SessionOf<Auth>>(store, app, ask)
  const { refresh, known } = signed
  const inBrowser = browserSignIn({ base, app, store, device, signed, open, random })
  const given = { ask, app, device, signed, signIn: inBrowser.signIn }
  return {
    ...inBrowser,
    signInWithIdToken: idTokenSignIn(given),
    signInWithCode: codeSignIn(given),
    signOut: signed.forget,
    session: async () => (await refresh()).session,
    get: known.get,
    subscribe(listener) {
      const stop = known.listen(listener)
      if (known.get().session === undefined) refresh()
      return stop
    },
    refresh,
    hydrate: (session) => known.show(session),
    fetch: sendSigned(origin, send, signed),
  }
}
