import type { Session } from '../../types/models.ts'

/**
 * Sets `session` on an object that the application's pages read. If the storage cannot answer, only pages that read it fail, with the error
 * of `refuse`.
 */
export async function fillSession(
  place: object,
  reading: Promise<Session | null>,
  refuse: (error: unknown) => unknown,
): Promise<void> {
  try {
    Object.assign(place, { session: await reading })
  } catch (error) {
    const get = () => {
      throw refuse(error)
    }
    Object.defineProperty(place, 'session', { get, configurable: true })
  }
}
