import { AuthError, type AuthErrorCode } from '../../errors.ts'
import { reasonFor } from '../../services/causes.ts'
import { type Dialect, type Fault, readFact } from './dialect.ts'

const messages: Readonly<Record<Fault, string>> = {
  duplicate: 'A row with this unique key exists already',
  orphan: 'The user of this row does not exist (any more)',
  retry: 'The database stayed locked',
  lost: 'The database did not answer or the connection broke',
  unfit: 'The database cannot hold this value',
  other: 'The database refused',
}

const codes: Readonly<Partial<Record<Fault, AuthErrorCode>>> = {
  duplicate: 'StorageConflict',
  orphan: 'StorageConflict',
  unfit: 'InvalidRequest',
}

/** A failure of the database as an `AuthError`; an `AuthError` stays as it is. */
export function translate(dialect: Dialect, error: unknown): AuthError {
  if (error instanceof AuthError) return error
  const fault = dialect.fault(error)
  // The driver's words on these repeat the value.
  const quiet = fault === 'duplicate' || fault === 'orphan' || fault === 'unfit'
  const message = quiet ? messages[fault] : `${messages[fault]}: ${describe(error)}`
  const cause = withoutValues(error, quiet ? messages[fault] : describe(error))
  return new AuthError(codes[fault] ?? 'StorageError', message, { cause })
}

/** The fault by which a statement failed, also when it has been translated. */
export function classifyFault(dialect: Dialect, error: unknown): Fault {
  if (!(error instanceof AuthError)) return dialect.fault(error)
  return error.cause === undefined ? 'other' : dialect.fault(error.cause)
}

const facts = ['code', 'errno', 'errcode', 'rawCode', 'sqlState', 'fatal', 'constraint']

// Drivers attach the statement with its values, or repeat a value in the message of a duplicate key.
function withoutValues(error: unknown, message: string): Error {
  const kept = facts
    .map((fact) => [fact, readFact(error, fact)])
    .filter(([, value]) => value !== undefined)
  return Object.assign(new Error(message), Object.fromEntries(kept))
}

function describe(error: unknown): string {
  return reasonFor(error) || String(readFact(error, 'code') ?? 'no reason given')
}
