import { AuthError } from '../errors.ts'
import type { Storage } from '../types/storage.ts'

/** The storage, for what cannot be done without one. */
export function requireStorage({ storage }: { readonly storage: Storage | undefined }): Storage {
  if (storage) return storage
  throw noStorage()
}

/** Nothing can be looked up where nothing is kept. */
export function noStorage(): AuthError {
  return new AuthError('Unsupported', 'This needs a storage, and none is configured', {
    field: 'storage',
    hint: 'Pass `database` or `storage` to Auth().',
  })
}

/** The method of a storage, ready to be called; refuses with its name and a way out when the storage has none. */
export function requireOperation<Method extends keyof Storage>(
  storage: Storage,
  method: Method,
): NonNullable<Storage[Method]> {
  const found = storage[method]
  if (found) return found.bind(storage) as NonNullable<Storage[Method]>
  throw new AuthError('Unsupported', `This storage has no method ${method}`, {
    field: method,
    hint: 'Auth.js adapters lack it. sql() of porticojs/storage/sql has it, on the same database and tables.',
  })
}
