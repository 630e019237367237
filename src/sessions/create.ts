import type { Config } from '../config.ts'
import { cookieSessions } from './cookie.ts'
import { databaseSessions } from './database.ts'
import type { Sessions } from './session.ts'
import { runSessionCallback } from './session-callback.ts'
import { isSecure } from './session-cookie.ts'

/** The sessions that the configuration asks for. */
export function createSessions(config: Config): Sessions {
  const sessions = makers[config.session.strategy](config)
  return {
    ...sessions,
    async read(request, cookie) {
      const current = cookie ? await sessions.peek(cookie, isSecure(config, request)) : null
      if (!current || !config.callbacks.session) return current
      const session = await runSessionCallback(config, request, current)
      return session && { ...current, session }
    },
  }
}

const makers: Record<Config['session']['strategy'], (config: Config) => Omit<Sessions, 'read'>> = {
  cookie: cookieSessions,
  database: databaseSessions,
}
