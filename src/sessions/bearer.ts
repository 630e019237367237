import type { CurrentSession } from '../context.ts'
import type { RequestSource } from '../http/request-source.ts'
import type { Awaitable } from '../types/models.ts'

/** What the application asks of a session: the options that it passed to `session` or `requireSession`, also those that are not named here. */
export interface SessionDemands {
  /** The scopes that a session which may not do everything must have. */
  readonly scopes?: readonly string[] | undefined
  /** Set by `requireSession`: an error may say why it is refused. */
  readonly required?: true
}

/**
 * Reads the session that a header other than `Cookie` brings. Undefined: the request has none of this part's, and somebody else is asked.
 * Null: it has one, which is not valid or does not meet the demands. Without demands the request is about to change something, and a
 * person must be there: then a reader answers null.
 */
export type ReadBearer = (
  source: RequestSource,
  demands: SessionDemands | undefined,
) => Awaitable<CurrentSession | null> | undefined
