import type { OpenConnection } from './open-connection.ts'
import { sql } from './sql.ts'

/** The marks of platforms that start a process for a handful of requests: one more connection for each of them would be a burden. */
const functionPlatforms = [
  'AWS_LAMBDA_FUNCTION_NAME',
  'FUNCTIONS_WORKER_RUNTIME',
  'K_SERVICE',
  'NETLIFY',
  'VERCEL',
]

/** True if a server is asked at the start. Elsewhere its first use tells what is wrong. */
export function isAskedAtStart(): boolean {
  const env = globalThis.process?.env ?? {}
  return !functionPlatforms.some((name) => env[name])
}

/**
 * Rejects where a driver is not to be had, or where the server of a database does not answer, or does not let us in. It is asked on a
 * connection that is closed at once: a program that only imports the configuration ends as soon as before.
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
