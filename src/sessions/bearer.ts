import type { CurrentSession } from '../context.ts'
import type { RequestSource } from '../http/request-source.ts'
import type { Awaitable, Level } from '../types/models.ts'

/** The application's demands on a session: the options that it passed to `session` or `requireSession`. */
export interface SessionDemands {
  /** The scopes that a session which may not do everything must have. */
  readonly scopes?: readonly string[] | undefined
  /** The most seconds since the person proved who they are, and the level of that proof: a reader that has a proof compares. */
  readonly maxAge?: number | undefined
  readonly level?: Level | undefined
  /** Set by `requireSession`: an error may say why it is refused. */
  readonly required?: true
}

/** Options that ask nothing of whoever sent the request. */
const harmless: readonly string[] = ['scopes', 'required', 'response', 'callbackUrl', 'sameOrigin']

/** The name of a demand that only a person's own sign-in meets: a recent one, a second step, and whatever is asked for one day. */
export function proofAsked(demands: SessionDemands): string | undefined {
  const asked = Object.entries(demands).find(
    ([name, value]) => value !== undefined && !harmless.includes(name),
  )
  return asked?.[0]
}

/**
 * Reads a session besides the one in the session cookie. Undefined: the request has none of this part's, and somebody else is asked. Null:
 * it has one, which is not valid or does not meet the demands. Without demands the request is about to change something, and a person must
 * be there: then a reader answers null.
 */
export type ReadBearer = (
  source: RequestSource,
  demands: SessionDemands | undefined,
) => Awaitable<CurrentSession | null | undefined>
