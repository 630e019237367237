import type { AuthConfig } from '../types/config.ts'
import type { Storage } from '../types/storage.ts'
import { notOfKind } from './option-kinds.ts'
import { configError } from './problems.ts'

/** The place where sessions live, and their lifetimes. */
export interface SessionRules {
  readonly strategy: 'cookie' | 'database'
  readonly maxAge: number
  readonly updateAge: number
  readonly absoluteMaxAge: number
  readonly check: number
  readonly remember: boolean | 'ask'
}

const day = 86_400

/** Reads the rules of sessions. Default: they live in the storage, if there is one. */
export function readSession(config: AuthConfig, storage: Storage | undefined): SessionRules {
  const {
    strategy: written = storage ? 'database' : 'cookie',
    maxAge = 30 * day,
    updateAge = day,
    absoluteMaxAge = 180 * day,
    check = 300,
    remember = true,
  } = config.session ?? {}
  const strategy = written === 'jwt' ? 'cookie' : written
  if (strategy === 'database' && !storage) {
    throw configError(
      'session.strategy',
      'Database sessions need a storage',
      'Pass `database`, or use "cookie".',
    )
  }
  if (config.webhooks?.endSessions && !(strategy === 'database' && storage?.deleteSessions)) {
    throw configError(
      'webhooks.endSessions',
      'Only sessions in a storage of ours can be ended from elsewhere',
      'Use database sessions, or leave it out.',
    )
  }
  const seconds = { maxAge, updateAge, absoluteMaxAge, check }
  for (const [field, value] of Object.entries(seconds)) {
    // An expiry must be a valid `Date`, and a session must not end at once.
    const least = field.endsWith('axAge') ? 1 : 0
    if (Number.isFinite(value) && value >= least && value < 1e11) continue
    throw notOfKind(`session.${field}`, value, 'a number of seconds', 'seconds, such as 86400')
  }
  return Object.freeze({ strategy, remember, ...seconds })
}
