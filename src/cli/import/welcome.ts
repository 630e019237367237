import type { Journal } from './journal.ts'
import type { ImportedPerson, Subject } from './person.ts'
import type { Target } from './target.ts'

/** The reason why a person is not imported. With a subject, later rows that have no data on it are refused as well. */
export class Refusal extends Error {
  readonly subject: Subject | undefined

  constructor(message: string, subject?: Subject) {
    super(message)
    this.subject = subject
  }
}

/** The reasons for people whom another file of the same source refused: files with hashes know nothing of second factors. */
const before: Readonly<Record<Subject, string>> = {
  factor: 'has a second factor, as another file said, and its secret is not in this one',
  lock: 'is locked out or deleted there, as another file said',
}

/** Refuses people who could sign in here with less than there: without their second factor, or although they are locked out. */
export async function assertWelcome(
  target: Target,
  person: ImportedPerson,
  journal: Journal,
): Promise<void> {
  const { hasSecondFactor, hasOperators, storage } = target
  const { totp, factorElsewhere, blocked, refused, speaksOf = [] } = person
  if (refused) throw new Refusal(refused, 'lock')
  if (totp && !hasSecondFactor)
    throw new Refusal(
      'has a second factor, and the application has none: add SecondFactor()',
      'factor',
    )
  if (factorElsewhere && !(await journal.has('totp')))
    throw new Refusal(
      journal.userId
        ? 'has a second factor, and came in before without it: delete them here'
        : 'has a second factor, and its secret is not in the file',
      'factor',
    )
  if (blocked && !hasOperators)
    throw new Refusal(
      'is locked out there, and nothing here would keep them out: add Operators()',
      'lock',
    )
  if (blocked && !storage.transaction)
    throw new Refusal(
      'is locked out there, and the storage has no transactions to block by',
      'lock',
    )
  if (journal.userId) return
  for (const subject of ['factor', 'lock'] as const) {
    const isAnswered = speaksOf.includes(subject) || (subject === 'factor' && totp)
    if (!isAnswered && (await journal.has(`refused ${subject}`))) throw new Refusal(before[subject])
  }
}
