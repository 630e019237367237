import type { AuthConfig, InheritedSessions } from '../types/config.ts'
import type { Account, Awaitable, JWT, Session, User } from '../types/models.ts'
import type { Provider } from '../types/provider.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import type { FromAuthjsOptions } from './from-authjs.ts'

/** The callbacks of an application, as it wrote them for Auth.js. */
export interface AuthjsCallbacks {
  signIn?(params: {
    user: User & { id: string }
    account?: Account | null
    // biome-ignore lint/suspicious/noExplicitAny: each platform has its own, and callbacks name theirs
    profile?: any
    email?: { verificationRequest?: boolean }
    credentials?: Record<string, unknown>
  }): Awaitable<boolean | string>
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>
  session?(params: {
    session: Session
    token: JWT
    user: StoredUser
    // biome-ignore lint/suspicious/noExplicitAny: whatever the application sent
    newSession: any
    trigger?: 'update'
  }): Awaitable<object | null>
  jwt?(params: {
    token: JWT
    user: User & { id: string }
    account?: Account | null
    // biome-ignore lint/suspicious/noExplicitAny: each platform has its own, and callbacks name theirs
    profile?: any
    trigger?: 'signIn' | 'signUp' | 'update'
    isNewUser?: boolean
    // biome-ignore lint/suspicious/noExplicitAny: whatever the application sent
    session?: any
  }): Awaitable<JWT | null>
}

/** The application's logger. In version 4 a code comes before the error. */
export interface AuthjsLogger {
  // biome-ignore lint/suspicious/noExplicitAny: an error or a code, and applications name the type of theirs
  error(error: any, metadata?: any): void
  warn(message: string): void
  // biome-ignore lint/suspicious/noExplicitAny: as Auth.js types it
  debug(message: string, metadata?: any): void
}

/** A configuration that was written for Auth.js. It may have options of `Auth()`, too. */
export interface AuthjsConfig
  extends Omit<AuthConfig, 'callbacks' | 'cookies' | 'logger' | 'providers' | 'session'> {
  /** Providers of Portico, of Auth.js, and your own. */
  providers: readonly (Provider | object)[]
  adapter?: Storage | object | undefined
  callbacks?: AuthjsCallbacks
  logger?: Partial<AuthjsLogger>
  session?: Omit<NonNullable<AuthConfig['session']>, 'fromAuthjs'> & {
    /** Not needed: keys are random, and the database holds their hashes. */
    generateSessionToken?: () => string
    /**
     * The day on which Auth.js was replaced, as `{ since: '2026-11-15' }`, or set AUTH_FROM_AUTHJS_SINCE: without it, no token of Auth.js
     * is accepted. False once all sessions of Auth.js have ended. Default true.
     */
    fromAuthjs?: InheritedSessions | Partial<FromAuthjsOptions> | boolean
  }
  /** Only `sessionToken` is used: its name finds sessions that Auth.js began, its domain is that of our cookies, too. */
  cookies?: Record<string, unknown> & {
    sessionToken?: { name?: string; options?: { domain?: string; [option: string]: unknown } }
  }
  jwt?: {
    secret?: string | string[] | undefined
    maxAge?: number
    encode?: unknown
    decode?: unknown
  }
  /** False: also accepts cookies that Auth.js wrote without `__Secure-`. Ours are secure wherever the address is https. */
  useSecureCookies?: boolean
  /** Ignored: passkeys need no flag. */
  experimental?: object
  /** Ignored: no check is skipped. */
  skipCSRFCheck?: symbol
  /** The symbol `raw`: `Auth()` returns an object. */
  raw?: symbol
}

/** The version of Auth.js that a configuration was written for, and the default path of its routes. */
export interface Origin {
  version: 4 | 5
  basePath: string
}
