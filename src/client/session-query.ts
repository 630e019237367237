import type { ClientError } from '../types/client.ts'
import { ask } from './request.ts'

/** The state of the visitor's session. It is a new object whenever something changed, and only then. */
export interface SessionState<S> {
  /** Null if nobody is signed in; undefined until the server has answered. */
  readonly session: S | null | undefined
  /** The error of the last request, if it failed. The session is then the last one that was known. */
  readonly error: ClientError | undefined
}

/** Is called with the current state, and whenever it changes. */
export type SessionListener<S> = (state: SessionState<S>) => void

/** The request for a page's session, and what is known of the answer. */
export interface SessionQuery<S> {
  state: SessionState<S>
  /** The session as JSON, by which sessions are compared. */
  known?: string | undefined
  /** The time to ask again, in milliseconds since 1970. */
  due: number
  /** The request under way. */
  pending?: Promise<void> | undefined
  readonly listeners: Set<SessionListener<S>>
  /** Asks the server, unless a request is under way. */
  ask(): Promise<void>
  /** Sets a session that is newer than any answer under way. */
  answer(session: S | null): void
}

/** A query whose answers are fresh for `staleTime`. While there are listeners, it retries failures, after growing pauses. */
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
    // Tabs that failed together should not retry together. A timer for a month would fire at once: eleven days are enough.
    const pause = Math.min(retryAfter, 1e6) * (1000 + Math.random() * 250)
    show(question.state.session, pause, error)
    // Statuses 400 to 428 refuse for good: no retry.
    if (listeners.size && (status < 400 || status > 428))
      timer = setTimeout(() => listeners.size && askAgain(), pause)
  }
  const put = async () => {
    const before = answers
    const take = await ask<S | null>(url, (answer) => answer === null || answer?.user).then(
      (session) => () => answer(session),
      (error) => () => fail(error),
    )
    // The visitor may have signed in or out meanwhile: then this answer is outdated.
    if (before === answers) take()
    question.pending = undefined
  }
  const question: SessionQuery<S> = {
    state: { session: undefined, error: undefined },
    due: 0,
    listeners,
    ask: () => (question.pending ??= put()),
    answer,
  }
  return question
}
