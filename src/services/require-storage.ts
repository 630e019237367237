import { AuthError } from '../errors.ts'
import type { Storage } from '../types/storage.ts'

/** The storage. Throws if there is none. */
export function requireStorage({ storage }: { readonly storage: Storage | undefined }): Storage {
  if (storage) return storage
  throw noStorage()
}

/** The error if no storage is configured. */
export function noStorage(): AuthError {
  return new AuthError('Unsupported', 'This needs a storage, and none is configured', {
    field: 'storage',
    hint: 'Pass `database` or `storage` to Auth().',
  })
}

/** A storage's method, bound to it. Throws with a hint if the storage lacks it. */
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
