import type { Observer } from './config/inspection.ts'
import type { Practice } from './config/practice.ts'
import { type Config, resolve } from './config.ts'
import { type Context, type ContextOptions, createContext } from './context.ts'
import { AuthError } from './errors.ts'
import type { RequestSource } from './http/request-source.ts'
import type { People } from './identity/people.ts'
import { openDatabase, openInspector, practiceToCome } from './machine.ts'
import { methods } from './methods/table.ts'
import { createSessions } from './sessions/create.ts'
import { readSession } from './sessions/read-session.ts'
import type { Sessions } from './sessions/session.ts'
import type { AuthConfig } from './types/config.ts'
import type { Storage } from './types/storage.ts'

/** What everything works with, made once when `Auth()` is called. */
export interface Engine {
  readonly config: Config
  readonly sessions: Sessions
  /** The path of the one route that every page of an application asks. */
  readonly sessionPath: string
  /** Questions about people are rare; what answers them is loaded at the first one. */
  people(): Promise<People>
  /** Watches requests and shows what happened; in development only. */
  readonly observer: Promise<Observer | undefined> | undefined
  /** The context of one request. */
  context(source: RequestSource, options?: Omit<ContextOptions, 'readSession'>): Context
}

/** Reads the configuration and makes the engine. Throws when the configuration is wrong. */
export function createEngine(written: AuthConfig, practice: Practice = practiceToCome): Engine {
  const config = resolve(written, methods, configuredStorage(written), practice)
  const sessions = createSessions(config, written)
  if (config.actingOrigins.length > 0) void warnOfOtherSites(config)
  let people: Promise<People> | undefined
  const load = async () => (await import('./identity/people.ts')).createPeople(config, sessions)
  const engine: Engine = Object.freeze({
    config,
    sessions,
    observer: openInspector(written, () => engine),
    sessionPath: `${config.basePath}/session`,
    people() {
      people ??= load()
      return people
    },
    context: (source: RequestSource, options = {}) =>
      createContext(config, source, {
        ...options,
        readSession: async () => readSession({ config, sessions }, source),
      }),
  })
  return engine
}

/** Says which origins browsers will keep from acting. Few applications have any, so that the others do not load it. */
async function warnOfOtherSites({ actingOrigins, origin, logger }: Config): Promise<void> {
  const { otherSites } = await import('./config/other-sites.ts')
  for (const warning of otherSites(actingOrigins, origin)) logger.warn(warning)
}

/** The one storage that `database` or `storage` names. */
function configuredStorage({ database, storage }: AuthConfig): Storage | undefined {
  if (database === undefined) return storage
  if (!storage) return openDatabase(database)
  throw new AuthError(
    'Configuration',
    '`database` and `storage` were passed, and people can be kept in one',
    { field: 'storage', hint: 'Pass one of `database` and `storage`.' },
  )
}
