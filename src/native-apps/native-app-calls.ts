import type { Outcome } from '../http/call-outcome.ts'
import type { CodeKitName } from '../types/kit.ts'
import type { Session } from '../types/models.ts'
import type { NativeApp } from '../types/native-apps.ts'
import type { RequestSource } from '../types/who.ts'

/** The key of an app, and its session. */
export interface AppKey {
  /** The key, which the app sends as `Authorization: Bearer …`. It cannot be read again. */
  key: string
  /** Seconds after which the app asks `/native-token` for the successor. */
  expiresIn: number
  session: Session | null
}

/** An id token that an app got from the platform's own library. */
export interface IdTokenProof {
  idToken: string
  /** The nonce of `POST /native-nonce`, unchanged. The token carries it, or its SHA-256 in hexadecimal digits. */
  nonce: string
  /** The name that Apple tells the app once, at the first sign-in. It is not signed. */
  user?: { name?: { firstName?: string | null; lastName?: string | null } }
}

/** A code that an app got from the platform's own library. */
export interface CodeProof {
  /** The kit of the provider that the library belongs to. The provider must list it. */
  kit: CodeKitName
  code: string
  /** The PKCE verifier that the library made, for kits that have one. */
  codeVerifier?: string
  /** The redirect address that the library was given, if the kit lists several. */
  redirectUri?: string
  /** The nonce of `POST /native-nonce`, for kits without PKCE. */
  nonce?: string
}

/** The proof that an app got from the platform's own library, and the app. */
export type ExchangeOptions = ExchangeAsker & (IdTokenProof | CodeProof)

/** The app that asks, and options of its session. */
export interface ExchangeAsker<Id extends string = string> {
  /** The id of the app in `NativeApps()`. */
  app: Id
  /** The name of the device in the list of sessions. */
  device?: string
  /** The address to go to afterwards, if a browser is signed in. */
  callbackUrl?: string
}

/** The call that `NativeApps()` adds to `auth`. */
export interface NativeAppCalls<App extends NativeApp = NativeApp> {
  /**
   * Signs a user in by the id token that Google's or Apple's own sheet gave an app, or by the code of TikTok's library. Returns the key of
   * the app; with `browser: true` the cookies of a session, for an app that shows your pages. Rejects with `RecentSignInRequired` if
   * another step is needed, such as a second factor: then the app signs in through the system's browser. With `browser: true`, `url` leads
   * to the step instead.
   *
   * @example
   * const { key } = await auth.exchange(request, 'google', { app: 'acme', idToken, nonce })
   * const { key } = await auth.exchange(request, 'tiktok', { app: 'acme', kit: 'ios', code, codeVerifier })
   */
  exchange<InBrowser extends boolean = false>(
    source: RequestSource,
    provider: TokenProviders<App>,
    options: ExchangeAsker<App['id']> & IdTokenProof & { browser?: InBrowser },
  ): Promise<InBrowser extends true ? Outcome : AppKey>
  exchange<InBrowser extends boolean = false>(
    source: RequestSource,
    provider: string,
    options: ExchangeAsker<App['id']> & CodeProof & { browser?: InBrowser },
  ): Promise<InBrowser extends true ? Outcome : AppKey>
}

/** The providers whose id tokens some app lists; any string if the types do not tell the apps. */
type TokenProviders<App> = App extends { readonly id: infer Id }
  ? string extends Id
    ? string
    : App extends { readonly idTokens: infer Clients }
      ? keyof Clients & string
      : never
  : never
