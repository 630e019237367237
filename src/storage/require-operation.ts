import { AuthError } from '../errors.ts'
import type { Storage } from '../types/storage.ts'

/** The method of a storage, ready to be called; refuses with its name and a way out when the storage has none. */
export function requireOperation<Method extends keyof Storage>(
  storage: Storage,
  method: Method,
): NonNullable<Storage[Method]> {
  const found = storage[method]
  if (found) return found.bind(storage) as NonNullable<Storage[Method]>
  throw new AuthError('Unsupported', `This storage has no method ${method}`, {
    field: method,
    hint: 'Auth.js adapters lack it. sql() of portico/storage/sql has it, on the same database and tables.',
  })
}
