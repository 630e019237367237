import type { Session } from '../../types/models.ts'

/**
 * Puts the session where an application's pages look for it. Where the storage cannot be asked, only a page that looks there fails: it
 * gets what `refuse` throws.
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
