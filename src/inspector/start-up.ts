import type { App } from '../app.ts'
import { toAuthError } from '../errors.ts'
import { findDriver } from '../stores/driver.ts'
import type { AuthConfig } from '../types/config.ts'

/** Says at the start, and not at the first sign-in, that the driver of the database is not installed. */
export async function reportMissingDriver(
  { database }: AuthConfig,
  { services: { logger } }: App,
): Promise<void> {
  const scheme = typeof database === 'string' ? database.split(':', 1)[0] : undefined
  const name = drivers.find(([pattern]) => pattern.test(scheme ?? ''))?.[1]
  if (name) await findDriver(name).catch((thrown) => logger.error(toAuthError(thrown)))
}

const drivers = [
  [/^postgres/, 'pg'],
  [/^(mysql|mariadb)$/, 'mysql2'],
] as const
