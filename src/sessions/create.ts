import type { Config } from '../config.ts'
import { cookieSessions } from './cookie-sessions.ts'
import { databaseSessions } from './database-sessions.ts'
import type { Sessions } from './session.ts'

/** The sessions that the configuration asks for. */
export function createSessions(config: Config): Sessions {
  return strategies[config.session.strategy](config)
}

const strategies: Record<Config['session']['strategy'], (config: Config) => Sessions> = {
  cookie: cookieSessions,
  database: databaseSessions,
}
