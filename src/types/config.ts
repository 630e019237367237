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
   * Its pages may do what the application's own may: read the session, sign people in and out. Only on the same site as the application,
   * because browsers keep cookies from other sites. Default false: people may be sent there.
   */
  act?: boolean
}

/** The tries that something allows in a window of time. */
export interface Limit {
  /** Tries for one account or address; one network gets at most four fifths of them. */
  perAccount: number
  /** Tries from one client: an IPv4 address, or an IPv6 network of /64. */
  perClient: number
  /** The length of the window. */
  seconds: number
}

/** The limits by what they limit. A method of your own adds its limits: `declare module 'porticojs' { interface Limits { paper: Limit } }`. */
export interface Limits {
  /** Sign-in mails. Default: 5 an hour to one address, 30 from one client. */
  mail: Limit
  /** Codes that are typed. Default: 10 an hour for one address, 100 from one client. */
  code: Limit
  /** Credentials that are typed. Default: 10 in 15 minutes for one account, 100 from one client. */
  credentials: Limit
  /** Passkeys that are shown. Default: 200 in 15 minutes from one client. */
  passkey: Limit
  /** Attempts that a gate is asked about. Default: 100 in 15 minutes from one client; `perAccount` has no meaning. */
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
  /** The same in a day. Default: 50 for one user; `perClient` has no meaning. */
  secondFactorDaily: Limit
  /** Callbacks whose code the platform refuses. Default: 100 in 15 minutes from one client; `perAccount` has no meaning. */
  oauth: Limit
}

/** Sessions that another library began and that go on here: what `fromAuthjs()` of porticojs/authjs makes. */
export interface InheritedSessions {
  readonly inherits: string
}

/** A Kysely instance (0.28 or newer), by its shape: whoever uses none need not have its types. */
export interface KyselyInstance {
  getExecutor(): object
  withoutPlugins(): object
  startTransaction(): object
  destroy(): Promise<void>
}

/** The receiver of messages for the developer. None of them ever holds a secret. */
export interface Logger {
  error(error: AuthError): void
  warn(message: string): void
  debug(message: string): void
}

/** The surroundings of the application: variables, a clock, the way to platforms. */
export interface Runtime {
  /** For requests to platforms. */
  fetch?: typeof fetch
  /** Limits of requests to platforms. Defaults: 10,000 ms and 1,000,000 bytes. */
  outbound?: { timeout?: number; size?: number }
  /** The current time in milliseconds. */
  now?: () => number
  /** Instead of `process.env`: texts by their names. The `env` of a Cloudflare worker is taken as it is. */
  env?: object
  /**
   * True in development. Pass the framework's own flag, which knows better than NODE_ENV: `dev` of SvelteKit, `import.meta.env.DEV` of
   * Vite. Default: NODE_ENV is `development` or `test`.
   */
  dev?: boolean | undefined
  /**
   * The local practice platform that plays all outside platforms; loopback only. Environment: AUTH_EMULATOR. In production it is
   * refused, unless AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION=true and the application itself is at a loopback address.
   */
  emulator?: string | undefined
}

/**
 * The options of `Auth()`. Only `providers` is required; keys come from the environment. `P` is what callbacks learn about the providers,
 * `Q` what the parts bring.
 */
export interface AuthConfig<
  P extends TypedProvider = TypedProvider,
  S extends Session = Session,
  Q extends AnyPart = AnyPart,
> {
  providers: readonly (P | Provider)[]
  /** Capabilities that are no way to sign in, such as a step that everybody must take. */
  parts?: readonly Q[]
  /** At least 32 characters. Of several, the first encrypts; all can decrypt. Environment: AUTH_SECRET, AUTH_SECRET_1 … _3. */
  secret?: string | readonly string[] | undefined
  /** The address at which people reach the application. Environment: AUTH_URL. */
  url?: string | undefined
  /** The path of the routes. Default `/api/auth`. */
  basePath?: string
  /**
   * The beginning of `basePath` that is cut off before requests get here: by a router's `mount()`, by Next's `basePath`, or by a proxy.
   * Default: nothing.
   */
  mount?: string
  /** Trust `Host` and `X-Forwarded-*`. Only behind a proxy that overwrites them. Environment: AUTH_TRUST_HOST. */
  trustHost?: boolean
  /**
   * Other origins that people may be sent back to, such as previews; `https://*.example.com` covers subdomains. A front end at an origin of
   * its own may also act: `{ origin: 'https://app.example.com', act: true }`.
   */
  trustedOrigins?: readonly (string | TrustedOrigin)[]
  /** A stable address whose callbacks are handed on to this deployment. Environment: AUTH_REDIRECT_PROXY_URL. */
  redirectProxyUrl?: string | undefined
  session?: {
    /** `cookie` keeps the session in a sealed cookie, `database` in the storage. Default: `database` if there is one. */
    strategy?: 'cookie' | 'jwt' | 'database'
    /** Seconds after which a session ends, unless it was prolonged by a visit. Default 30 days. */
    maxAge?: number
    /** Seconds between renewals. Default one day. */
    updateAge?: number
    /** Seconds after which a session ends however often it was prolonged. Default 180 days. */
    absoluteMaxAge?: number
    /**
     * True: people stay signed in when they close the browser, unless a sign-in says otherwise (`remember`). False: the session ends with
     * the browser, or a day after the last visit. `ask`: the sign-in page has a box for it, and whoever leaves it empty is not remembered.
     * Default true.
     */
    remember?: boolean | 'ask'
    /**
     * With sessions in cookies and a storage: seconds after which the storage is asked whether the session is over (its user was
     * deleted, or all of the user's sessions were ended). Default 300.
     */
    check?: number
    /**
     * `fromAuthjs()` of porticojs/authjs: sessions that Auth.js began go on here. A neighbouring subdomain can plant a cookie of the names
     * that it used, so take this out when the last of them has ended; the log says when.
     */
    fromAuthjs?: InheritedSessions
  }
  /**
   * The database of users, accounts and sessions: `file:./auth.db` (embedded SQLite), `postgres://…`, `mysql://…`, or a Kysely
   * instance.
   */
  database?: string | KyselyInstance | undefined
  /** The same, as a storage: `memory()`, `sql(…)`, `redis(…)`, or `fromAdapter(…)` for an Auth.js adapter. */
  storage?: Storage
  /** The reaction to a platform that reports revoked access. Tokens are always cleared. */
  webhooks?: { endSessions?: boolean }
  /** The number of tries that people have; `false` turns the limits off. They are shared between servers if the storage can count. */
  limits?: false | { [Kind in keyof Limits]?: Partial<Limits[Kind]> }
  /**
   * The visitor's IP address. Default: with `trustHost`, the last entry of X-Forwarded-For, which our own proxy wrote;
   * otherwise the connection's own, where the framework knows it (`toNode` does) and it is not that of a proxy in an inner network.
   * Visitors whose address is not known are counted together, with ten times the tries; beyond that each account gets a fifth of its own.
   */
  clientIp?: (request: Request) => string | null | undefined
  callbacks?: Callbacks<ProfileOf<P>, S>
  events?: Events<ProfileOf<P>> & EventsOf<Q | MethodsOf<P>>
  pages?: Pages
  theme?: Theme
  /** Rules of the account page. */
  account?: {
    /** True: people may change their name there, and by `action=update`. Default true. */
    changeName?: boolean
  }
  /**
   * The language of the built-in pages and mails; default English. Or, with `languages`, a function that names one of them by its `lang`;
   * undefined leaves the choice to the visitor's browser.
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
  /** The surroundings, for tests and for a runtime that keeps them in an unusual place. */
  runtime?: Runtime
}
