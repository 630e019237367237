import { AuthError } from '../errors.ts'

/** An error in the configuration: where, what was found, and what to write instead. */
export function configError(
  field: string,
  message: string,
  hint: string,
  provider?: string,
): AuthError {
  return new AuthError('Configuration', message, { field, hint, provider })
}

/**
 * The error of a provider that lacks a key: it alone is refused, and the others work. `variable` is the environment variable of the key.
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

/** Collects all problems of a configuration, to report them at once. */
export interface Problems {
  /** Runs a part of the work and remembers its `AuthError`; then returns undefined. */
  attempt<T>(work: () => T): T | undefined
  /** Throws the remembered problems, with the warnings, which often name the reason. A single error is thrown as it is. */
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

/** One error for all. Warnings among them have no hint: nothing must be done about them. */
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
