import type { ClientError } from '../types/client.ts'
import { ask } from './request.ts'

/** The state of the visitor's session. It is a new object whenever something changed, and only then. */
export interface SessionState<S> {
  /** Null for nobody; undefined as long as the server has not said. */
  readonly session: S | null | undefined
  /** The reason why the server could not be asked the last time. The session is then the last one that was known. */
  readonly error: ClientError | undefined
}

/** Is called with what is known now, and whenever that changes. */
export type SessionListener<S> = (state: SessionState<S>) => void

/** The one question of a page, who is signed in, and what is known of the answer. */
export interface SessionQuery<S> {
  state: SessionState<S>
  /** The session as JSON, by which sessions are compared. */
  known?: string | undefined
  /** The time to ask again, in milliseconds since 1970. */
  due: number
  /** The answer that is on its way. */
  pending?: Promise<void> | undefined
  readonly listeners: Set<SessionListener<S>>
  /** Asks, unless an answer is on its way already. */
  ask(): Promise<void>
  /** Takes what is newer than any answer that is on its way. */
  answer(session: S | null): void
}

/** A question whose answers are fresh for `staleTime`. As long as somebody listens, what failed is asked again, later each time. */
export function createSessionQuery<S>(
  url: string,
  staleTime: number,
  askAgain: () => void,
): SessionQuery<S> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let answers = 0
  let failures = 0
  const listeners = new Set<SessionListener<S>>()
  const show = (session: S | null | undefined, wait: number, error?: ClientError) => {
    clearTimeout(timer)
    question.due = Date.now() + wait
    const text = JSON.stringify(session)
    if (text === question.known && error?.code === question.state.error?.code) return
    question.known = text
    question.state = { session, error }
    for (const listener of listeners) listener(question.state)
  }
  const answer = (session: S | null) => {
    answers++
    failures = 0
    show(session, staleTime)
  }
  const fail = (error: ClientError) => {
    // A minute at most.
    const { status = 500, retryAfter = Math.min(2 ** failures++, 60) } = error
    // Tabs that failed together do not come back together. A timer that is set for a month goes off at once: eleven days are enough.
    const pause = Math.min(retryAfter, 1e6) * (1000 + Math.random() * 250)
    show(question.state.session, pause, error)
    // What was refused for good is not asked again by itself.
    if (listeners.size && (status < 400 || status > 428))
      timer = setTimeout(() => listeners.size && askAgain(), pause)
  }
  const put = async () => {
    const before = answers
    const take = await ask<S | null>(url).then(
      (session) => () => answer(session),
      (error) => () => fail(error),
    )
    // Somebody may have signed in or out meanwhile: then this answer is older than what is known.
    if (before === answers) take()
    question.pending = undefined
  }
  const question: SessionQuery<S> = {
    state: { session: undefined, error: undefined },
    due: 0,
    listeners,
    ask() {
      question.pending ??= put()
      return question.pending
    },
    answer,
  }
  return question
}
