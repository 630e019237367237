import type { Storage } from '../types/storage.ts'

/** The parts that every storage is made of; each is a file of that name in the storage's folder. */
type Part<Methods extends keyof Storage> = Pick<Required<Storage>, Methods>

/** Users. */
export type Users = Part<
  | 'createUser'
  | 'getUser'
  | 'getUserByEmail'
  | 'getUserByAccount'
  | 'lockUser'
  | 'updateUser'
  | 'deleteUser'
  | 'listUsers'
>

/** Accounts at platforms, with their tokens. */
export type Accounts = Part<
  | 'linkAccount'
  | 'unlinkAccount'
  | 'getAccount'
  | 'updateAccount'
  | 'replaceTokens'
  | 'listAccounts'
>

/** Refreshes of tokens in one step before the platform is asked, and one after. */
export type RefreshesAtOnce = Part<'leaseAccount' | 'endRefresh'>

/** Sessions. */
export type Sessions = Part<
  | 'createSession'
  | 'getSessionAndUser'
  | 'updateSession'
  | 'deleteSession'
  | 'listSessions'
  | 'deleteSessions'
>

/** Passkeys, which Auth.js calls authenticators. */
export type Passkeys = Part<
  | 'createAuthenticator'
  | 'getAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'
  | 'updateAuthenticator'
  | 'deleteAuthenticator'
>

/** One-time tokens, such as those in mailed links. */
export type VerificationTokens = Part<
  'createVerificationToken' | 'getVerificationToken' | 'useVerificationToken'
>

/** Items that the parts of an application keep. */
export type Items = Part<
  | 'putItem'
  | 'getItem'
  | 'getItemAndUser'
  | 'listItems'
  | 'replaceItem'
  | 'touchItem'
  | 'takeItem'
  | 'deleteItem'
  | 'deleteItems'
>

/** Sign-ins in one step. */
export type SignInsAtOnce = Part<'signInAgain' | 'signUp'>

/** Keys that can be taken once. */
export type Claims = Part<'claim' | 'release'>

/** Keys that an owner holds for a while. */
export type Leases = Part<'lease' | 'releaseLease'>

/** Counters of attempts. */
export type Limits = Part<'hit'>

/** The audit log. */
export type Audit = Part<'audit' | 'listAudit' | 'findAudit'>

/** The number of sessions that a user can have at once; a further one ends the one that would expire first. */
export const maxSessions = 200
