import type { Emulation } from '../config/emulator.ts'
import { configError } from '../config/problems.ts'
import { createEngine, type Engine } from '../engine.ts'
import { type AuthError, toAuthError } from '../errors.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Storage } from '../types/storage.ts'
import { advice, makeBox, methods, openDatabase, start } from './node-only.ts'

/** The engine of a configuration, or the error in it. */
export function openEngine(config: AuthConfig, emulation: Emulation): Engine | AuthError {
  try {
    return readEngine(config, emulation)
  } catch (thrown) {
    return toAuthError(thrown)
  }
}

/** The engine of a configuration. Throws if that is wrong. */
export function readEngine(config: AuthConfig, emulation: Emulation): Engine {
  const storage = configuredStorage(config)
  return createEngine(config, {
    storage,
    emulation,
    advice,
    makeBox,
    methods,
    openInspector: start,
  })
}

/** The one storage that `database` or `storage` names. */
function configuredStorage({ database, storage }: AuthConfig): Storage | undefined {
  if (database === undefined) return storage
  if (!storage) return openDatabase(database)
  throw configError('storage', '`database` and `storage` are both set', 'Pass one of them.')
}
