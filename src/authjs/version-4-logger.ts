import type { Logger } from '../types/config.ts'
import type { AuthjsLogger } from './config.ts'

/** A logger of version 4, which is told a code and then the error. It may be of a class: its methods are called on itself. */
export function fromVersion4Logger(logger: Partial<AuthjsLogger>): Partial<Logger> {
  return {
    ...(logger.error && { error: (thrown) => logger.error?.(thrown.code, thrown) }),
    ...(logger.warn && { warn: logger.warn.bind(logger) }),
    ...(logger.debug && { debug: logger.debug.bind(logger) }),
  }
}
