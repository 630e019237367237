import { makeServices } from './app/services.ts'
import type { App } from './app.ts'
import { isBuilding } from './config/build-phase.ts'
import type { Observer } from './config/load-inspector.ts'
import type { MethodTable } from './config/provider.ts'
import { type Reading, resolve, type Surroundings } from './config.ts'
import { type Context, type ContextOptions, createContext } from './context.ts'
import type { MakeBox } from './crypto/jwe.ts'
import type { RequestSource } from './http/request-source.ts'
import { enginePart } from './identity/engine-part.ts'
import type { UserManagement } from './identity/user-management.ts'
import { loadOnce } from './services/load-once.ts'
import type { ReadBearer } from './sessions/bearer.ts'
import { cookieSessions } from './sessions/cookie-sessions.ts'
import { withMigratedSessions } from './sessions/migrated-sessions.ts'
import { readSession, type SessionReader } from './sessions/read-session.ts'
import type { Sessions } from './sessions/session.ts'
import type { AuthConfig, Logger } from './types/config.ts'

const loadAccess = loadOnce(() => import('./identity/user-management-without-storage.ts'))

/** Everything that requests work with, made once when `Auth()` is called. */
export interface Engine extends SessionReader {
  /** The path of the session route, which every page of an application requests. */
  readonly sessionPath: string
  /** Loads the calls about users when one is first made: they are rare. */
  userManagement(): Promise<UserManagement>
  /** Watches requests and shows what happened; in development only. */
  readonly observer: Promise<Observer | undefined> | undefined
  /** The context of one request. */
  context(source: RequestSource, options?: Omit<ContextOptions, 'readSession'>): Context
}

/** The inputs of an engine besides the configuration that a user wrote. */
export interface EngineSurroundings extends Surroundings {
  makeBox: MakeBox
  /** The methods of providers that bring none along. */
  methods: MethodTable
  openInspector(
    written: AuthConfig,
    engine: () => Engine,
  ): Promise<Observer | undefined> | undefined
}

/** Reads the configuration and makes the engine. Throws when the configuration is wrong. */
export function createEngine(
  written: AuthConfig,
  { openInspector, makeBox, methods, ...surroundings }: EngineSurroundings,
): Engine {
  const reading = resolve(written, methods, surroundings)
  const { config } = reading
  const services = makeServices(written, reading, makeBox)
  if (!isBuilding()) tell(services.logger, reading)
  const app = { config, services }
  const sessions = withMigratedSessions(ownSessions(app), app, written)
  const reader = { ...app, sessions, bearers: bearersOf({ ...app, sessions }) }
  const engine: Engine = Object.freeze({
    ...reader,
    observer: openInspector(written, () => engine),
    sessionPath: `${config.basePath}/session`,
    userManagement: loadOnce(async () => {
      const { createUserManagement } = await (enginePart(config.storage)?.userManagement() ??
        loadAccess())
      return createUserManagement(reader)
    }),
    context: (source: RequestSource, options = {}) =>
      createContext(app, source, {
        ...options,
        readSession: async () => readSession(reader, source),
      }),
  })
  return engine
}

/** Logs warnings about a configuration that works, and the refused providers. */
function tell(logger: Logger, { warnings, config }: Reading): void {
  for (const warning of warnings) logger.warn(warning)
  for (const refusal of config.refusedProviders.values()) logger.error(refusal)
}

/** The readers of sessions that parts bring. */
function bearersOf(app: App & Pick<SessionReader, 'sessions'>): ReadBearer[] {
  // `Part` of porticojs/method tells the compiler what they take and return.
  const readers = app.config.parts.flatMap(
    ({ sessionReader }) => sessionReader?.(app as never) ?? [],
  )
  return readers as ReadBearer[]
}

/** Sessions in the storage or in cookies. Database sessions without a storage were refused before. */
function ownSessions(app: App): Sessions {
  const { storage, session } = app.config
  const part = enginePart(storage)
  return part && session.strategy === 'database'
    ? part.databaseSessions(app)
    : cookieSessions(app, part?.cookieSessionCheck(app))
}
