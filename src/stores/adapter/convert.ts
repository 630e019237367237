import { AuthError } from '../../errors.ts'
import type { Awaitable } from '../../types/models.ts'
import type { StoredUser } from '../../types/storage.ts'

/** Calls the adapter; what it throws becomes a `StorageError`. */
export async function call<T>(method: string, work: () => Awaitable<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof AuthError) throw cause
    throw new AuthError('StorageError', `The adapter's ${method} failed`, { cause })
  }
}

/** Writes a row that must be unique. It looks for another one first, because adapters without unique keys would write it anyway. */
export async function writeNew<T>(
  method: string,
  taken: () => Promise<boolean>,
  write: () => Awaitable<T>,
): Promise<T> {
  const conflict = (cause?: unknown) =>
    new AuthError('StorageConflict', `The row of ${method} exists already`, { cause })
  if (await taken()) throw conflict()
  try {
    return await call(method, write)
  } catch (error) {
    throw (await taken().catch(() => false)) ? conflict(error) : error
  }
}

/** Converts a user that an adapter returned: the id may be a number, dates may be text, and text that looks like a date may be a `Date`. */
export function toUser(user: StoredUser): StoredUser {
  const typed = {
    ...user,
    id: String(user.id),
    emailVerified: user.emailVerified ? new Date(user.emailVerified) : null,
  }
  for (const key of ['name', 'image'] as const) {
    const value: unknown = user[key]
    if (value instanceof Date) typed[key] = value.toISOString()
  }
  return typed
}

/** The user, or null if the adapter returned none, in whatever form. */
export function toUserOrNull(user: StoredUser | null | undefined): StoredUser | null {
  return user ? toUser(user) : null
}
