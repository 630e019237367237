import { configError } from '../config/problems.ts'
import type { Config } from '../config.ts'
import type { AuthConfig } from '../types/config.ts'
import { cookieSessions } from './cookie-sessions.ts'
import { databaseSessions } from './database-sessions.ts'
import type { Inheritance, Sessions } from './session.ts'

/** The sessions that the configuration asks for, and those of another library that go on here. */
export function createSessions(config: Config, written: AuthConfig): Sessions {
  const own = strategies[config.session.strategy](config)
  const inherited = written.session?.fromAuthjs
  if (!inherited) return own
  if (isInheritance(inherited)) return inherited.extend(own, config, written)
  throw configError(
    'session.fromAuthjs',
    '`session.fromAuthjs` is not what `fromAuthjs()` makes',
    "Write `fromAuthjs: fromAuthjs()`, with `import { fromAuthjs } from 'portico/authjs'`.",
  )
}

const strategies: Record<Config['session']['strategy'], (config: Config) => Sessions> = {
  cookie: cookieSessions,
  database: databaseSessions,
}

function isInheritance(inherited: object): inherited is Inheritance {
  return 'extend' in Object(inherited)
}
