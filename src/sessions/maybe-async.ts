import type { Awaitable } from '../types/models.ts'

/** Goes on with a value at once if it is there, and later if it is only promised. An `await` would take a turn either way. */
export function after<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromised(value) ? value.then(use) : use(value)
}

function isPromised<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value
}
