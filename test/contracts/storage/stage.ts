import { test } from 'vitest'
import type { Storage, StoredUser } from '../../../src/types/storage.ts'
import { newUser, present } from '../../storage/people.ts'

/** A storage under test, with a clock that the test can move. */
export interface Subject {
  storage: Storage
  advance(milliseconds: number): void
  close(): Promise<unknown>
  /** Ends the server under the storage, and starts it again; absent where there is none. */
  server?: { kill(): Promise<void>; restart(): Promise<void> } | undefined
}

/** What a storage does not promise. Everything that is not listed is demanded. */
export interface Exceptions {
  /** Operations that it lacks; `requireOperation` must refuse them. */
  refuses?: readonly (keyof Storage)[]
  /** It lets a session token be used twice; ours are random, so it does not matter. */
  repeatsTokens?: true
  /** It returns the fields it knows and drops the others. */
  noExtra?: true
  /** It keeps sessions and accounts of users who do not exist. */
  noOwners?: true
  /** It joins the parts of a key with a colon, and takes other separators for one. */
  joinsKeys?: true
  /** It judges leases by the clock that the test moves, because no other server can hold one. */
  ownClock?: true
  /** Its columns hold 255 characters, and it refuses what is longer. */
  shortTexts?: true
  /** It forgets sessions and one-time tokens when they expire, before the engine can judge them. */
  forgets?: true
}

type Tell = (story: string, tell: () => Promise<void>) => void

/** The part of a test that every section of the contract needs. */
export interface Stage {
  /** The storage under test. */
  use(): Required<Storage>
  /** Creates somebody. */
  person(more?: Partial<StoredUser>): Promise<StoredUser>
  /** A test for storages that have these operations. */
  can(...operations: (keyof Storage)[]): Tell
  /** A test for storages that need none of these exceptions. */
  promises(...exempt: (keyof Exceptions)[]): Tell
  /** Moves the clock of the storage. */
  advance(milliseconds: number): void
}

/** Sets the stage for one storage. */
export function createStage(subject: () => Subject, exceptions: Exceptions): Stage {
  const use = () => present(subject().storage)
  return {
    use,
    person: async (more = {}) => use().createUser(newUser(more)),
    can: (...operations) =>
      operations.some((operation) => exceptions.refuses?.includes(operation)) ? untold : test,
    promises: (...exempt) => (exempt.some((exception) => exceptions[exception]) ? untold : test),
    advance: (milliseconds) => subject().advance(milliseconds),
  }
}

/** What is not promised is no test, rather than one that is skipped. */
const untold: Tell = () => {}

/** Long after every test. */
export const later: Date = new Date('2040-01-01T00:00:00.000Z')

/** Long before every test. */
export const past: Date = new Date('2020-01-01T00:00:00.000Z')

/** The outcomes of work that was done so many times at once: what succeeded, and the codes of what was refused. */
export async function race<T>(
  count: number,
  work: (place: number) => T | PromiseLike<T>,
): Promise<{ done: Awaited<T>[]; refused: unknown[] }> {
  const attempts = Array.from({ length: count }, async (_, place) => work(place))
  const settled = await Promise.allSettled(attempts)
  return {
    done: settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    refused: settled.flatMap((each) =>
      each.status === 'rejected' ? [each.reason?.code ?? each.reason] : [],
    ),
  }
}
