import { AuthError } from '../errors.ts'
import type { Awaitable } from '../types/models.ts'

/**
 * Asks a storage about a session. An application's own storage may throw anything: whatever it is, it is a `StorageError` afterwards,
 * because a storage that failed has not said that nobody is signed in. What is there at once stays so.
 */
export function askStorage<T>(ask: () => Awaitable<T>): Awaitable<T> {
  try {
    const answer = ask()
    return answer instanceof Promise ? answer.catch(fail) : answer
  } catch (thrown) {
    return fail(thrown)
  }
}

function fail(cause: unknown): never {
  if (cause instanceof AuthError) throw cause
  throw new AuthError('StorageError', 'The storage could not be asked for the session', { cause })
}
