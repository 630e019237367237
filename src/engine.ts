import type { Observer } from './config/load-inspector.ts'
import { type Config, resolve, type Surroundings } from './config.ts'
import { type Context, type ContextOptions, createContext } from './context.ts'
import type { RequestSource } from './http/request-source.ts'
import { enginePart } from './identity/engine-part.ts'
import type { UserManagement } from './identity/user-management.ts'
import { methods } from './methods/built-in-methods.ts'
import { loadOnce } from './services/load-once.ts'
import { cookieSessions } from './sessions/cookie-sessions.ts'
import { withMigratedSessions } from './sessions/migrated-sessions.ts'
import { readSession } from './sessions/read-session.ts'
import type { Sessions } from './sessions/session.ts'
import type { AuthConfig } from './types/config.ts'

const loadAccess = loadOnce(() => import('./identity/user-management-without-storage.ts'))

/** What everything works with, made once when `Auth()` is called. */
export interface Engine {
  readonly config: Config
  readonly sessions: Sessions
  /** The path of the one route that every page of an application asks. */
  readonly sessionPath: string
  /** Questions about people are rare; what answers them is loaded at the first one. */
  userManagement(): Promise<UserManagement>
  /** Watches requests and shows what happened; in development only. */
  readonly observer: Promise<Observer | undefined> | undefined
  /** The context of one request. */
  context(source: RequestSource, options?: Omit<ContextOptions, 'readSession'>): Context
}

/** What an engine is given besides what a user wrote. */
export interface EngineSurroundings extends Surroundings {
  openInspector(
    written: AuthConfig,
    engine: () => Engine,
  ): Promise<Observer | undefined> | undefined
}

/** Reads the configuration and makes the engine. Throws when the configuration is wrong. */
export function createEngine(
  written: AuthConfig,
  { openInspector, ...surroundings }: EngineSurroundings,
): Engine {
  const config = resolve(written, methods, surroundings)
  const { advice } = surroundings
  const sessions = withMigratedSessions(ownSessions(config), config, written)
  for (const warning of advice?.onOrigins(config) ?? []) config.logger.warn(warning)
  const engine: Engine = Object.freeze({
    config,
    sessions,
    observer: openInspector(written, () => engine),
    sessionPath: `${config.basePath}/session`,
    userManagement: loadOnce(async () => {
      const { createUserManagement } = await (enginePart(config.storage)?.userManagement() ??
        loadAccess())
      return createUserManagement(config, sessions)
    }),
    context: (source: RequestSource, options = {}) =>
      createContext(config, source, {
        ...options,
        readSession: async () => readSession({ config, sessions }, source),
      }),
  })
  return engine
}

/** In the storage, or in cookies; the configuration has refused the one without the other. */
function ownSessions(config: Config): Sessions {
  const part = enginePart(config.storage)
  return part && config.session.strategy === 'database'
    ? part.databaseSessions(config)
    : cookieSessions(config, part?.cookieSessionCheck(config))
}
