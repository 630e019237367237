import type { AuthError } from '../errors.ts'
import type { Logger } from '../types/config.ts'
import type { AuthjsLogger } from './config.ts'

/** A logger of version 4, which is told a code and then the error. It may be of a class, whose other methods stay. */
export function fromVersion4Logger(logger: Partial<AuthjsLogger>): Partial<Logger> {
  const told = (error: AuthError) => logger.error?.(error.code, error)
  return logger.error ? Object.create(logger, { error: { value: told } }) : logger
}
