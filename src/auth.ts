import type { ServerActions } from './actions/server-actions.ts'
import { defaultBasePath } from './config/app-address.ts'
import { isBuilding } from './config/build-phase.ts'
import type { Emulation } from './config/emulator.ts'
import { configError } from './config/problems.ts'
import { createEngine, type Engine } from './engine.ts'
import { type AuthError, toAuthError } from './errors.ts'
import { publicOrigin } from './http/origin.ts'
import { requestSite } from './http/request-site.ts'
import { type RequestSource, readHeader } from './http/request-source.ts'
import type { TokenOptions } from './identity/access-tokens.ts'
import type { AccountChoice } from './identity/account-tokens.ts'
import type { Who } from './identity/require-user.ts'
import type { UserManagement } from './identity/user-management.ts'
import {
  advice,
  completion,
  emulationToCome,
  makeBox,
  openDatabase,
  openInspector,
  reportConfiguration,
} from './node-only.ts'
import { type HandlerOptions, serve } from './router/serve.ts'
import { loadOnce } from './services/load-once.ts'
import { describe } from './services/log.ts'
import { answerSession } from './sessions/read-session.ts'
import type { AuthConfig } from './types/config.ts'
import type { Session } from './types/models.ts'
import type { ProviderId, TypedProvider } from './types/provider-function.ts'
import type { Storage } from './types/storage.ts'

export type { Outcome, SignInOptions, SignOutOptions } from './actions/server-actions.ts'
export type { HandlerOptions } from './router/serve.ts'

const loadServerActions = loadOnce(() => import('./actions/server-actions.ts'))
const loadRenewal = loadOnce(() => import('./actions/renew-session.ts'))
const loadRefusal = loadOnce(() => import('./responses/not-configured.ts'))

/** The ids that are completed in an editor; any other text is accepted too. */
type AnyId<Id extends string> = Id | (string & {})

/**
 * What an application works with. Wherever a person is asked for, pass a `Request`, `Headers`, or anything with headers, such as Node's
 * `IncomingMessage`. Callbacks that want a `Request` then get one that is made of the headers.
 */
export interface AuthInstance<S extends Session = Session, Id extends string = string>
  extends ServerActions,
    UserManagement {
  /** Where the routes are, such as `/api/auth`. */
  readonly basePath: string
  /**
   * An access token of the platform that is valid now; concurrent calls share one refresh.
   *
   * @example
   * const token = await auth.accessToken(request, 'tiktok')
   * const other = await auth.accessToken(request, { provider: 'tiktok', account: 'its id there' })
   */
  accessToken(who: Who, account: AccountChoice<AnyId<Id>>, options?: TokenOptions): Promise<string>
  /**
   * Serves everything below the base path.
   *
   * @example
   * export const GET = auth.handler
   * export const POST = auth.handler
   */
  handler(request: Request, options?: HandlerOptions): Promise<Response>
  /**
   * Who sent this request? Null when nobody is signed in, or when that cannot be told: then the log says why. Pass the headers of
   * your response, and a session that is due is renewed there; without them only `GET /session` renews sessions.
   *
   * @example
   * const session = await auth.session(request)
   * const session = await auth.session(await headers()) // where only headers are at hand
   * const session = await auth.session(request, { response: response.headers })
   * const session = await auth.session(upgrade, { sameOrigin: true }) // of a WebSocket
   */
  session(source: RequestSource, options?: SessionOptions): Promise<S | null>
  /**
   * The session of whoever sent the request, or an `AuthError` of the code `SessionRequired` whose `url` is the sign-in page.
   *
   * @example
   * const { user } = await auth.requireSession(request)
   */
  requireSession(
    source: RequestSource,
    options?: { response?: Headers; callbackUrl?: string },
  ): Promise<S>
  /**
   * What `GET /session` answers, as JSON, for servers that can do without `Request` and `Response`. Undefined when only the handler
   * can answer: another path, a session to renew, or no configured address.
   */
  sessionJson(method: string, path: string, source: RequestSource): Promise<string | undefined>
}

/** How a session is read. */
export interface SessionOptions {
  /** The headers of your response: a session that is due is renewed there. */
  response?: Headers
  /**
   * Null also when a page of another origin asks. Set it for the upgrade request of a WebSocket: any page may open one, and browsers
   * send the cookies along.
   */
  sameOrigin?: boolean
}

/**
 * Reads the configuration once and returns the application's sign-in. A wrong configuration refuses; it never opens.
 *
 * @example
 * export const auth = Auth({ providers: [TikTok] })
 */
export function Auth<P extends TypedProvider, S extends Session = Session>(
  config: AuthConfig<P, S>,
): AuthInstance<S, ProviderId<P>> {
  const auth = create(config as AuthConfig)
  // Sessions come out of the application's own `session` callback, so that they have its type.
  return auth as AuthInstance<S, ProviderId<P>>
}

function create(config: AuthConfig): AuthInstance {
  reportConfiguration(config, (changes) => read({ ...config, ...changes }, {}))
  const opened = open(config)
  const missing = 'problem' in opened ? completion(config, opened.problem) : undefined
  if (!missing) return instance(config, opened)
  const { basePath, done } = missing
  const ready = done.then(({ completed, emulation }) =>
    instance(completed, open(completed, emulation)),
  )
  return { basePath, ...lazily<Omit<AuthInstance, 'basePath'>>(everything, () => ready) }
}

function instance(config: AuthConfig, opened: Opened): AuthInstance {
  // While the application is built, nothing is wrong with a configuration until somebody asks.
  if ('problem' in opened && !isBuilding()) opened.report()
  const engine = () => {
    if ('problem' in opened) throw opened.report()
    return opened
  }
  return {
    basePath: 'problem' in opened ? (config.basePath ?? defaultBasePath) : opened.config.basePath,
    // Questions about people are rare, and so is server code that signs somebody in.
    ...lazily<UserManagement>(userManagement, async () => engine().userManagement()),
    ...lazily<ServerActions>(serverActions, async () => {
      const { createServerActions } = await loadServerActions()
      return createServerActions(engine())
    }),
    handler: (request, options) =>
      'problem' in opened
        ? refuse(opened.report(), request, config)
        : serve(opened, request, options),
    async session(source, options = {}) {
      if (!('problem' in opened)) return readInCode(opened, source, options)
      opened.report()
      return null
    },
    async sessionJson(method, path, source) {
      if ('problem' in opened || !opened.config.origin) return undefined
      if (method !== 'GET' || path !== opened.sessionPath) return undefined
      // A page at another origin needs headers that only the handler writes.
      if (opened.config.actingOrigins.length > 0 && readHeader(source, 'origin')) return undefined
      const answer = await answerSession(opened, source, () => undefined)
      return answer === undefined ? undefined : JSON.stringify(answer)
    },
  }
}

async function readInCode(
  engine: Engine,
  source: RequestSource,
  { response, sameOrigin }: SessionOptions,
): Promise<Session | null> {
  try {
    const { config } = engine
    const isForeign = () =>
      requestSite(source, publicOrigin(config, source), config.actingOrigins) === 'other'
    if (sameOrigin && isForeign()) return null
    return await answerSession(engine, source, async (current) => {
      if (!response) return current.session
      const { renewInto } = await loadRenewal()
      return renewInto(engine, engine.context(source), current, response)
    })
  } catch (thrown) {
    // A database that is down has not said that somebody is signed in.
    engine.config.logger.error(toAuthError(thrown))
    return null
  }
}

const userManagement: Record<keyof UserManagement, true> = {
  accessToken: true,
  revoke: true,
  accounts: true,
  unlink: true,
  removeWayIn: true,
  sessions: true,
  endSession: true,
  endSessions: true,
  passkeys: true,
  renamePasskey: true,
  removePasskey: true,
  updateUser: true,
  deleteUser: true,
  audit: true,
}

const serverActions: Record<keyof ServerActions, true> = {
  requireSession: true,
  signIn: true,
  link: true,
  signOut: true,
}

const everything: Record<Exclude<keyof AuthInstance, 'basePath'>, true> = {
  ...userManagement,
  ...serverActions,
  handler: true,
  session: true,
  sessionJson: true,
}

/** The same functions on something that is loaded when the first of them is called. Whatever fails there, they reject with our error. */
function lazily<T extends object>(names: Record<keyof T, true>, make: () => Promise<T>): T {
  const load = loadOnce(make)
  const functions = Object.keys(names).map((name) => [
    name,
    async (...values: unknown[]) => {
      try {
        const loaded: object = await load()
        return await Reflect.get(loaded, name)(...values)
      } catch (thrown) {
        throw toAuthError(thrown)
      }
    },
  ])
  // Each takes and gives what the loaded one of that name does.
  return Object.fromEntries(functions) as T
}

/** A configuration that cannot be used. */
interface Misconfigured {
  problem: AuthError
  /** Says so in the log, once. */
  report(): AuthError
}

type Opened = Engine | Misconfigured

function open(config: AuthConfig, emulation: Emulation = emulationToCome): Opened {
  try {
    return read(config, emulation)
  } catch (thrown) {
    const problem = toAuthError(thrown)
    let reported = false
    const report = () => {
      if (!reported) log(problem, config)
      reported = true
      return problem
    }
    return { problem, report }
  }
}

function read(config: AuthConfig, emulation: Emulation): Engine {
  return createEngine(config, {
    storage: configuredStorage(config),
    emulation,
    advice,
    makeBox,
    openInspector,
  })
}

/** The one storage that `database` or `storage` names. */
function configuredStorage({ database, storage }: AuthConfig): Storage | undefined {
  if (database === undefined) return storage
  if (!storage) return openDatabase(database)
  throw configError('storage', '`database` and `storage` are both set', 'Pass one of them.')
}

function log(problem: AuthError, { logger }: AuthConfig): void {
  if (logger?.error) logger.error(problem)
  else console.error(`[portico] ${describe(problem)}`)
}

async function refuse(problem: AuthError, request: Request, config: AuthConfig): Promise<Response> {
  const { notConfigured } = await loadRefusal()
  return notConfigured(problem, request, config)
}
