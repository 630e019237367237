import type { Session } from '../../types/models.ts'

/** The sessions of the requests that a guard let through, for frameworks that cannot hand them on with their types. */
export interface GuardedSessions<S extends Session> {
  set(request: object, session: S): void
  /** An error where no guard has run: a page that forgot its guard must not look like one that has none. */
  get(request: object): S
}

export function guardedSessions<S extends Session>(): GuardedSessions<S> {
  const known = new WeakMap<object, S>()
  return {
    set: (request, session) => void known.set(request, session),
    get(request) {
      const session = known.get(request)
      if (session) return session
      throw new Error('This route has no guard: let requireSession run before its session is used')
    },
  }
}
