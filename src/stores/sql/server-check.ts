import type { OpenConnection } from './open-connection.ts'
import { sql } from './sql.ts'

/** Variables of platforms that start a process for a few requests: each would burden the server with one more connection. */
const functionPlatforms = [
  'AWS_LAMBDA_FUNCTION_NAME',
  'FUNCTIONS_WORKER_RUNTIME',
  'K_SERVICE',
  'NETLIFY',
  'VERCEL',
]

/** True if a server is asked at the start. Elsewhere its first use reports problems. */
export function isAskedAtStart(): boolean {
  const env = globalThis.process?.env ?? {}
  return !functionPlatforms.some((name) => env[name])
}

/**
 * Rejects if a driver cannot be found, or if a database's server does not answer or refuses the connection. That connection is closed at
 * once, so it keeps no program running that only imports the configuration.
 */
export function serverCheck(
  assertDriver: () => Promise<void>,
  { embedded, forMigration }: Pick<OpenConnection, 'embedded' | 'forMigration'>,
): () => Promise<void> {
  return async () => {
    await assertDriver()
    if (embedded || !isAskedAtStart()) return
    const { connection, close } = forMigration()
    await connection.read(sql`select 1`).finally(close)
  }
}
