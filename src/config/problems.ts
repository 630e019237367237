import { AuthError } from '../errors.ts'

/** An error in what the user wrote: where, what was found, and what to write instead. */
export function configError(
  field: string,
  message: string,
  hint: string,
  provider?: string,
): AuthError {
  return new AuthError('Configuration', message, { field, hint, provider })
}

/**
 * The error of a provider that lacks a key: that provider alone is refused, and the others work. `variable` is where the key is looked
 * for when it is not written down.
 */
export function missingKey(
  provider: string,
  field: string,
  found: string,
  variable: string,
  written: string = field,
): AuthError {
  return new AuthError('Configuration', `The provider ${provider} ${found}`, {
    field: `providers.${provider}.${field}`,
    hint: `Pass \`${written}\`, or set ${variable}.`,
    provider,
    variable,
  })
}

/** Collects all problems of a configuration, to tell them at once. */
export interface Problems {
  /** Does a part of the work; what is wrong with it is remembered. */
  attempt<T>(work: () => T): T | undefined
  /** Throws what was remembered, and says what would have been a warning: it is often the reason. A single error is thrown as it is. */
  report(warnings?: readonly string[]): never
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
    report(warnings = []) {
      throw combine([
        ...problems,
        ...warnings.map((warning) => new AuthError('Configuration', warning, { hint: '' })),
      ])
    },
    get found() {
      return problems.length > 0
    },
  }
}

/** One error for all. A warning among them has no hint, because nothing must be done about it. */
function combine(problems: AuthError[]): AuthError {
  const [first, second] = problems
  if (first && !second) return first
  const list = problems.map(({ message, hint }, index) =>
    hint ? `${index + 1}. ${message} → ${hint}` : `Warning: ${message}`,
  )
  const count = problems.filter(({ hint }) => hint).length
  const told = [`${count} problem${count > 1 ? 's' : ''}:`, ...list].join('\n')
  return new AuthError('Configuration', told, { cause: new AggregateError(problems) })
}
