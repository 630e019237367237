import type { AuthError } from '../../errors.ts'

/** The severity of a finding: a problem keeps people from signing in or endangers them, a note only informs. */
export type Level = 'problem' | 'warning' | 'note'

/** A result of a check. */
export interface Finding {
  readonly level: Level
  readonly message: string
  /** The remedy. */
  readonly fix?: string
}

/** A check of an application or a deployment. No findings mean that it is fine. */
export interface Check<Subject> {
  readonly name: string
  look(subject: Subject): Promise<Finding[]> | Finding[]
}

/** A problem and its fix. */
export function problem(message: string, fix: string): Finding {
  return { level: 'problem', message, fix }
}

/** A finding that may be intended, and the fix if it is not. */
export function warning(message: string, fix: string): Finding {
  return { level: 'warning', message, fix }
}

/** Information. */
export function note(message: string): Finding {
  return { level: 'note', message }
}

/** The finding for an error of the application's own copy of the library. */
export function toFinding({ message, hint }: AuthError): Finding {
  return problem(message, hint)
}

/** The finding of a check that could not run. */
export function notLookedAt(reason: string): Finding {
  return note(`Not looked at: ${reason}.`)
}

/** The finding for options that the library did not read, because others have a wrong type. */
export const unread: Finding = notLookedAt('the options must be corrected first')
