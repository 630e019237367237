import type { AuthError } from '../../errors.ts'

/** The weight of a finding: a problem keeps people from signing in or puts them in danger, a note is only to be known. */
export type Level = 'problem' | 'warning' | 'note'

/** One thing that a check has to say. */
export interface Finding {
  readonly level: Level
  readonly message: string
  /** The thing to do about it. */
  readonly fix?: string
}

/** One thing that is looked at, in an application or at a deployment. No findings mean that it is fine. */
export interface Check<Subject> {
  readonly name: string
  look(subject: Subject): Promise<Finding[]> | Finding[]
}

/** A problem and its fix. */
export function problem(message: string, fix: string): Finding {
  return { level: 'problem', message, fix }
}

/** Something that may be meant as it is, and what to do if it is not. */
export function warning(message: string, fix: string): Finding {
  return { level: 'warning', message, fix }
}

/** Something to be known. */
export function note(message: string): Finding {
  return { level: 'note', message }
}

/** The finding of the application's own copy of the library. */
export function toFinding({ message, hint }: AuthError): Finding {
  return problem(message, hint)
}

/** The finding of a check that had nothing to look at. */
export function notLookedAt(reason: string): Finding {
  return note(`Not looked at: ${reason}.`)
}

/** The finding of what the library did not read, because values before it are of the wrong kind. */
export const unread: Finding = notLookedAt('the options must be corrected first')
