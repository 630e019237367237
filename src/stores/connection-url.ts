import { AuthError } from '../errors.ts'

/** Refuses what is no address of a database, before anything is opened. */
export function assertAddress(address: string): void {
  if (address === ':memory:' || /^(file|postgres|postgresql|mysql|mariadb):/.test(address)) return
  throw unknownAddress(address)
}

/** What is said about such an address. It may hold a password, so it is not repeated. */
export function unknownAddress(address: string): AuthError {
  const what = address === '' ? 'is empty: is its variable set?' : 'has an unknown beginning'
  return new AuthError('Configuration', `The address of the database ${what}`, {
    field: 'database',
    hint: 'Write `file:./auth.db`, `postgres://…` or `mysql://…`, or pass a Kysely instance. Redis and Auth.js adapters go into `storage`.',
  })
}
