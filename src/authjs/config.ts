import type { AuthConfig, InheritedSessions } from '../types/config.ts'
import type { Account, Awaitable, JWT, Session, User } from '../types/models.ts'
import type { Provider } from '../types/provider.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import type { FromAuthjsOptions } from './from-authjs.ts'

/** The decisions of an application, as it wrote them for Auth.js. */
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

/** A configuration that was written for Auth.js, with whatever of `Auth()` is added to it. */
export interface AuthjsConfig
  extends Omit<AuthConfig, 'callbacks' | 'cookies' | 'logger' | 'providers' | 'session'> {
  /** Ours, those of Auth.js, and your own. */
  providers: readonly (Provider | object)[]
  adapter?: Storage | object | undefined
  callbacks?: AuthjsCallbacks
  logger?: Partial<AuthjsLogger>
  session?: Omit<NonNullable<AuthConfig['session']>, 'fromAuthjs'> & {
    /** Not needed: keys are random, and the database holds their hashes. */
    generateSessionToken?: () => string
    /**
     * Write the day on which Auth.js was replaced, `{ since: '2026-11-15' }`, or set AUTH_FROM_AUTHJS_SINCE: without it no token of Auth.js
     * is accepted. False when nobody has a session of Auth.js any more. Default true.
     */
    fromAuthjs?: InheritedSessions | Partial<FromAuthjsOptions> | boolean
  }
  /** Only `sessionToken` means something: how to find sessions that Auth.js began, and the domain of ours. */
  cookies?: Record<string, unknown> & {
    sessionToken?: { name?: string; options?: { domain?: string; [option: string]: unknown } }
  }
  jwt?: {
    secret?: string | string[] | undefined
    maxAge?: number
    encode?: unknown
    decode?: unknown
  }
  /** Means nothing: cookies are secure wherever the address is https. */
  useSecureCookies?: boolean
  /** Means nothing: passkeys are no experiment. */
  experimental?: object
  /** Never honoured. */
  skipCSRFCheck?: symbol
  /** Version 5 of Auth.js: `raw`. */
  raw?: symbol
}

/** The library that a configuration was written for, and the path of its routes unless it names another. */
export interface Origin {
  version: 4 | 5
  basePath: string
}
