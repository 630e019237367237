import { toAuthError } from '../errors.ts'

/** Calls something that has to be loaded. Every failure rejects with an `AuthError`. */
export function onceLoaded<T>(
  load: () => Promise<T>,
): <R>(call: (loaded: T) => Promise<R>) => Promise<R> {
  return async (call) => {
    try {
      return await call(await load())
    } catch (thrown) {
      throw toAuthError(thrown)
    }
  }
}
