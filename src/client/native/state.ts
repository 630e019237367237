import type { ClientError } from '../../types/client.ts'
import type { SessionListener, SessionState } from '../session-query.ts'

/** The state of the session, and its listeners. */
export interface KnownState<S> {
  get(): SessionState<S>
  show(session: S | null | undefined, error?: ClientError): void
  listen(listener: SessionListener<S>): () => void
}

/** A state in which nothing is known yet. */
export function knownState<S>(): KnownState<S> {
  const listeners = new Set<SessionListener<S>>()
  let state: SessionState<S> = { session: undefined, error: undefined }
  return {
    get: () => state,
    show(session, error) {
      const isSame = isEqual(session, state.session)
      if (isSame && !error === !state.error && error?.code === state.error?.code) return
      state = { session: isSame ? state.session : session, error }
      for (const listener of [...listeners]) listener(state)
    },
    listen(listener) {
      // The same function may listen twice.
      const each: SessionListener<S> = (now) => listener(now)
      listeners.add(each)
      each(state)
      return () => void listeners.delete(each)
    },
  }
}

/** True if two values have the same JSON. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
