import { AuthError } from '../errors.ts'

/** Refuses a text that is not the address of a database, before anything is opened. */
export function assertAddress(address: string): void {
  if (address !== ':memory:' && !/^(file|postgres|postgresql|mysql|mariadb):./.test(address))
    throw unknownAddress(address)
  assertEncoded(address)
}

/** Refuses a server's address whose password holds `#`, `/` or `?` unencoded: the address would end there. */
export function assertEncoded(address: string): void {
  if (URL.canParse(address) || !/^\w+:\/\/[^@]*[#/?].*@/.test(address)) return
  throw new AuthError(
    'Configuration',
    'The password in the address of the database is not encoded',
    {
      field: 'database',
      hint: 'Write # as %23, / as %2F, ? as %3F and @ as %40 in the user name and the password.',
    },
  )
}

/** The error for an unknown address. It may hold a password, and is not repeated. */
export function unknownAddress(address: string): AuthError {
  const what = /^(file:)?$/.test(address)
    ? 'is empty: its variable may not be set'
    : 'has an unknown beginning'
  return new AuthError('Configuration', `The address of the database ${what}`, {
    field: 'database',
    hint: 'Write `file:./auth.db`, `postgres://…` or `mysql://…`, or pass a Kysely instance. Redis and Auth.js adapters go into `storage`.',
  })
}
