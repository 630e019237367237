import type { Config } from '../config.ts'
import { cookieSessions } from './cookie.ts'
import { databaseSessions } from './database.ts'
import type { Sessions } from './session.ts'
import { shaped } from './shape.ts'
import { isSecure } from './value.ts'

/** The sessions that the configuration asks for. */
export function createSessions(config: Config): Sessions {
  const sessions = makers[config.session.strategy](config)
  return {
    ...sessions,
    async read(request, cookie) {
      const reading = cookie ? await sessions.peek(cookie, isSecure(config, request)) : null
      if (!reading || !config.callbacks.session) return reading
      const session = await shaped(config, request, reading)
      return session && { ...reading, session }
    },
  }
}

const makers: Record<Config['session']['strategy'], (config: Config) => Omit<Sessions, 'read'>> = {
  cookie: cookieSessions,
  database: databaseSessions,
}
