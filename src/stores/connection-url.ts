import { AuthError } from '../errors.ts'

/** Refuses what is no address of a database, before anything is opened. */
export function assertAddress(address: string): void {
  if (address === ':memory:' || /^(file|postgres|postgresql|mysql|mariadb):/.test(address)) return
  throw unknownAddress()
}

/** What is said about such an address. It may hold a password, so it is not repeated. */
export function unknownAddress(): AuthError {
  return new AuthError('Configuration', 'The address of the database has an unknown beginning', {
    field: 'database',
    hint: 'Write `file:./auth.db`, `postgres://…` or `mysql://…`, or pass a Kysely instance. Redis and Auth.js adapters go into `storage`.',
  })
}
