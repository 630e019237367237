import type { AuthConfig } from '../types/config.ts'
import type { Storage } from '../types/storage.ts'
import { configError } from './problems.ts'

/** How long sessions last and where they live. */
export interface SessionRules {
  readonly strategy: 'cookie' | 'database'
  readonly maxAge: number
  readonly updateAge: number
}

const day = 86_400

const strategies: Record<string, SessionRules['strategy'] | undefined> = {
  cookie: 'cookie',
  jwt: 'cookie',
  database: 'database',
}

/** Reads the rules of sessions; without a word they live in the storage, if there is one. */
export function readSession(config: AuthConfig, storage: Storage | undefined): SessionRules {
  const { maxAge = 30 * day, updateAge = day } = config.session ?? {}
  const written = config.session?.strategy ?? (storage ? 'database' : 'cookie')
  const strategy = Object.hasOwn(strategies, written) ? strategies[written] : undefined
  if (!strategy) {
    throw configError(
      'session.strategy',
      `"${String(written)}" is not a strategy`,
      'Write "cookie" or "database".',
    )
  }
  if (strategy === 'database' && !storage) {
    throw configError(
      'session.strategy',
      'Database sessions need a storage',
      'Pass `database` or `storage`, or use "cookie".',
    )
  }
  if (config.webhooks?.endSessions && !(strategy === 'database' && storage?.deleteSessions)) {
    throw configError(
      'webhooks.endSessions',
      'Only sessions in a storage of ours can be ended from elsewhere',
      'Use database sessions in one, or leave `webhooks.endSessions` out.',
    )
  }
  for (const [field, value] of Object.entries({ maxAge, updateAge })) {
    // A moment beyond all calendars could not be told, and a session that ends at once would be none.
    if (Number.isFinite(value) && value >= (field === 'maxAge' ? 1 : 0) && value < 1e11) continue
    throw configError(
      `session.${field}`,
      `"${value}" is not a number of seconds`,
      'Write seconds, such as 86400.',
    )
  }
  return Object.freeze({ strategy, maxAge, updateAge })
}
