import { AuthError } from '../errors.ts'

/** An error in what the user wrote: where, what was found, and what to write instead. */
export function configError(
  field: string,
  message: string,
  hint: string,
  provider?: string,
): AuthError {
  return new AuthError('Configuration', message, { field, hint, ...(provider && { provider }) })
}

/** Collects what is wrong, so that everything can be told at once. */
export interface Problems {
  /** Does a part of the work; what is wrong with it is remembered. */
  attempt<T>(work: () => T): T | undefined
  /** Throws what was remembered; a single error as it is. */
  report(): never
  readonly found: boolean
}

/** A new collection. */
export function collectProblems(): Problems {
  const problems: AuthError[] = []
  return {
    attempt(work) {
      try {
        return work()
      } catch (thrown) {
        if (!(thrown instanceof AuthError)) throw thrown
        problems.push(thrown)
        return undefined
      }
    },
    report() {
      throw combine(problems)
    },
    get found() {
      return problems.length > 0
    },
  }
}

function combine(problems: AuthError[]): AuthError {
  const [first, second] = problems
  if (first && !second) return first
  const list = problems.map(({ message, hint }, index) => `${index + 1}. ${message} → ${hint}`)
  const told = [`${problems.length} problems:`, ...list].join('\n')
  return new AuthError('Configuration', told, { cause: new AggregateError(problems) })
}
