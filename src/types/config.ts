import type { AuthError } from '../errors.ts'
import type { Callbacks, Events, EventsOf } from './hooks.ts'
import type { Language } from './language.ts'
import type { Session } from './models.ts'
import type { AnyPart } from './part.ts'
import type { Provider } from './provider.ts'
import type { MethodsOf, ProfileOf, TypedProvider } from './provider-function.ts'
import type { Storage } from './storage.ts'
import type { Theme } from './theme.ts'

/** Pages of the application that replace built-in ones. They receive `?error=` and `?callbackUrl=`. */
export interface Pages {
  signIn?: string
  signOut?: string
  error?: string
  verifyRequest?: string
  newUser?: string
}

/** Another origin of the application. */
export interface TrustedOrigin {
  /** Such as `https://app.example.com`. */
  origin: string
  /**
   * Lets its pages do what the application's own may: read the session, sign people in and out. It must be on the same site, because
   * browsers withhold cookies from other sites. Default false: people may only be sent there.
   */
  act?: boolean
}

/** The attempts that are allowed in a window of time. */
export interface Limit {
  /** Attempts at one account or address; one network gets at most four fifths of them. */
  perAccount: number
  /** Attempts from one client: an IPv4 address, or an IPv6 network of /64. */
  perClient: number
  /** The length of the window. */
  seconds: number
}

/** The limits by kind. A method of your own adds its limits: `declare module 'porticojs' { interface Limits { paper: Limit } }`. */
export interface Limits {
  /** Sign-in mails. Default: 5 an hour to one address, 30 from one client. */
  mail: Limit
  /** Codes that are typed. Default: 10 an hour for one address, 100 from one client. */
  code: Limit
  /** Credentials that are typed. Default: 10 in 15 minutes for one account, 100 from one client. */
  credentials: Limit
  /** Passkeys that are shown. Default: 200 in 15 minutes from one client. */
  passkey: Limit
  /** Attempts that a gate judges. Default: 100 in 15 minutes from one client; `perAccount` has no meaning. */
  gate: Limit
  /** Notices of one kind, such as new devices. Default: 10 an hour to one user; `perClient` has no meaning. */
  notice: Limit
  /** Codes that devices ask for. Default: 30 in ten minutes from one client. */
  deviceCode: Limit
  /** Codes of devices that people enter. Default: 10 in ten minutes for one user, 50 from one client. */
  deviceUserCode: Limit
  /** Polls of devices. Default: 3,000 in ten minutes from one client. */
  devicePoll: Limit
  /** QR codes that are shown. Default: 60 in ten minutes from one client; `perAccount` has no meaning. */
  qrCode: Limit
  /** People who begin as guests. Default: 30 an hour from one client; `perAccount` has no meaning. */
  guest: Limit
  /** Second factors that are typed. Default: 10 in 15 minutes for one user, 200 from one client. */
  secondFactor: Limit
  /** Second factors that are typed in a day. Default: 50 for one user; `perClient` has no meaning. */
  secondFactorDaily: Limit
  /** Callbacks whose code the platform refuses. Default: 100 in 15 minutes from one client; `perAccount` has no meaning. */
  oauth: Limit
}

/** Another library's sessions, which stay valid here: the result of `fromAuthjs()` of porticojs/authjs. */
export interface InheritedSessions {
  readonly inherits: string
}

/** A Kysely instance (0.28 or newer), by its shape, so that other applications need not have its types. */
export interface KyselyInstance {
  getExecutor(): object
  withoutPlugins(): object
  startTransaction(): object
  destroy(): Promise<void>
}

/** Receives messages for the developer. None of them holds a secret. */
export interface Logger {
  error(error: AuthError): void
  warn(message: string): void
  debug(message: string): void
}

/** The runtime of the application: `fetch`, the clock, environment variables. */
export interface Runtime {
  /** For requests to platforms. */
  fetch?: typeof fetch
  /** Limits of requests to platforms. Defaults: 10,000 ms and 1,000,000 bytes. */
  outbound?: { timeout?: number; size?: number }
  /** The current time in milliseconds. */
  now?: () => number
  /** Replaces `process.env`. Takes the `env` of a Cloudflare Worker as it is: only its strings are read. */
  env?: object
  /**
   * True in development. Pass the framework's own flag, which knows better than NODE_ENV: `dev` of SvelteKit, `import.meta.env.DEV` of
   * Vite. Default: NODE_ENV is `development` or `test`.
   */
  dev?: boolean | undefined
  /**
   * The address of the emulator, which plays all platforms; loopback only. Environment: AUTH_EMULATOR. In production it is refused, unless
   * AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION=true and the application itself is at a loopback address.
   */
  emulator?: string | undefined
}

/**
 * The options of `Auth()`. Only `providers` is required; keys come from the environment. `P`, `S` and `Q` are inferred from the providers,
 * the `session` callback and the parts.
 */
export interface AuthConfig<
  P extends TypedProvider = TypedProvider,
  S extends Session = Session,
  Q extends AnyPart = AnyPart,
> {
  providers: readonly (P | Provider)[]
  /** Capabilities besides ways to sign in, such as a second factor. */
  parts?: readonly Q[]
  /** At least 32 characters. Of several, the first encrypts; all can decrypt. Environment: AUTH_SECRET, AUTH_SECRET_1 … _3. */
  secret?: string | readonly string[] | undefined
  /** The address at which people reach the application. Environment: AUTH_URL. */
  url?: string | undefined
  /** The path of the routes. Default `/api/auth`. */
  basePath?: string
  /**
   * The beginning of `basePath` that is removed before requests get here: by a router's `mount()`, by Next's `basePath`, or by a proxy.
   * Default: nothing.
   */
  mount?: string
  /** Trust `Host` and `X-Forwarded-*`. Only behind a proxy that overwrites them. Environment: AUTH_TRUST_HOST. */
  trustHost?: boolean
  /**
   * Other origins that people may be sent back to, such as previews; `https://*.example.com` covers subdomains. A front end on another
   * origin may also act: `{ origin: 'https://app.example.com', act: true }`.
   */
  trustedOrigins?: readonly (string | TrustedOrigin)[]
  /** A stable address whose callbacks are handed on to this deployment. Environment: AUTH_REDIRECT_PROXY_URL. */
  redirectProxyUrl?: string | undefined
  session?: {
    /** `cookie` keeps the session in a sealed cookie, `database` in the storage. Default: `database` if there is one. */
    strategy?: 'cookie' | 'jwt' | 'database'
    /** Seconds until a session ends, unless a visit renews it. Default 30 days. */
    maxAge?: number
    /** Seconds between renewals. Default one day. */
    updateAge?: number
    /** Seconds until a session ends, however often it is renewed. Default 180 days. */
    absoluteMaxAge?: number
    /**
     * True: people stay signed in when they close the browser, unless a sign-in says otherwise (`remember`). False: the session ends with
     * the browser, or a day after the last visit. `ask`: a checkbox on the sign-in page decides. Default true.
     */
    remember?: boolean | 'ask'
    /**
     * With cookie sessions and a storage: seconds between checks in the storage whether the session is over (its user was deleted, or all
     * of the user's sessions were ended). Default 300.
     */
    check?: number
    /**
     * Keeps sessions of Auth.js valid: `fromAuthjs()` of porticojs/authjs. Another subdomain can plant cookies with the names that Auth.js
     * used, so remove this when its last session has ended; the log says when.
     */
    fromAuthjs?: InheritedSessions
  }
  /**
   * The database of users, accounts and sessions: `file:./auth.db` (embedded SQLite), `postgres://…`, `mysql://…`, or a Kysely
   * instance.
   */
  database?: string | KyselyInstance | undefined
  /** The database as a storage: `memory()`, `sql(…)`, `redis(…)`, or `fromAdapter(…)` for an Auth.js adapter. */
  storage?: Storage
  /** The reaction when a platform reports revoked access: tokens are always cleared, and with `endSessions` sessions end. */
  webhooks?: { endSessions?: boolean }
  /** Changes the limits on attempts; `false` turns them off. Servers share the counts if the storage can count. */
  limits?: false | { [Kind in keyof Limits]?: Partial<Limits[Kind]> }
  /**
   * The visitor's IP address. Default: with `trustHost`, the last entry of X-Forwarded-For, which your proxy wrote; otherwise that of the
   * connection, if the framework knows it (`toNode` does) and it is not a proxy in an inner network. Visitors without a known address share
   * one limit, ten times as high; beyond it, each account keeps a fifth of its attempts.
   */
  clientIp?: (request: Request) => string | null | undefined
  callbacks?: Callbacks<ProfileOf<P>, S>
  events?: Events<ProfileOf<P>> & EventsOf<Q | MethodsOf<P>>
  pages?: Pages
  theme?: Theme
  /** Rules of the account page. */
  account?: {
    /** Lets people change their name there, and by `action=update`. Default true. */
    changeName?: boolean
  }
  /**
   * The language of the built-in pages and mails; default English. With `languages`, it may be a function that returns the `lang` of one of
   * them, or undefined to let the browser choose.
   */
  language?: Language | ((request: Request) => string | undefined)
  /**
   * The languages of the built-in pages and mails: `[en, de]` from `porticojs/languages/…`, or your own. Each visitor gets the one that the
   * browser prefers (`Accept-Language`), or the first.
   */
  languages?: readonly Language[]
  cookies?: {
    /** Default `portico`. */
    prefix?: string
    /** Shares the session with subdomains of this domain. */
    domain?: string | undefined
  }
  /** Replaces console output. */
  logger?: Partial<Logger>
  /** Shows every step of a flow in the log, without secrets. */
  debug?: boolean
  /** Replaces parts of the runtime, for tests and unusual runtimes. */
  runtime?: Runtime
}
