import type { Finding } from '../methods/method.ts'
import type { NewSession, Sessions, Write } from '../sessions/session.ts'
import type { Account, User } from '../types/models.ts'
import type { Storage, StoredUser } from '../types/storage.ts'

/** Somebody who has signed in. */
export interface Person {
  user: User & Pick<StoredUser, 'id' | 'sessionGeneration' | 'signInBlock'>
  account: Account
  isNewUser: boolean
  /** They wanted to connect an account that they have connected before. */
  connected?: boolean
}

/** The changes in the storage, to be told to the application once they are certain. */
export type Outcome = Person & {
  linked: boolean
  updated?: StoredUser
  /** The user as they were, if they were changed. */
  before?: StoredUser
  takeover?: boolean
  /** A provisional user became this one. */
  promoted?: boolean
  /** Somebody else, who had the address and never proved it. */
  displaced?: StoredUser
}

/** Starts the session of a person, inside the transaction that found or created them. */
export type Issue = (outcome: Outcome, storage: Storage | undefined) => Promise<Write>

/** The work on sessions inside the transaction. */
export interface SessionSteps {
  issue: Issue
  /** They know whether the session that asked to connect an account still exists. */
  sessions: Sessions
  /** The proof, if a session is all that begins: nothing was confirmed on the way, and nothing comes after. */
  plainProof?: Pick<NewSession, 'authTime' | 'amr'> | undefined
}

/** The account with all tokens, for the application's eyes; only `kept` is stored. */
export function accountWithTokens(finding: Finding, userId: string | undefined): Account {
  const { provider } = finding
  // Whose account it is, the platform does not decide.
  const { userId: _theirs, ...tokens } = finding.tokens
  return {
    ...tokens,
    provider: provider.id,
    providerAccountId: finding.providerAccountId,
    type: provider.type,
    ...(userId !== undefined && { userId }),
  }
}
