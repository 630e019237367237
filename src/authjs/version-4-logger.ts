import type { Logger } from '../types/config.ts'
import type { AuthjsLogger } from './config.ts'

/** Adapts a logger of version 4, which takes a code before the error. It may be of a class, so its methods keep their `this`. */
export function fromVersion4Logger(logger: Partial<AuthjsLogger>): Partial<Logger> {
  return {
    ...(logger.error && { error: (thrown) => logger.error?.(thrown.code, thrown) }),
    ...(logger.warn && { warn: logger.warn.bind(logger) }),
    ...(logger.debug && { debug: logger.debug.bind(logger) }),
  }
}
