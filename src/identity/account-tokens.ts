import type { Account, TokenSet } from '../types/models.ts'
import type { RefreshLease } from './refresh-lease.ts'

/** The tokens of one account, and how to keep newer ones. */
export interface AccountTokens {
  /** The same for everybody who asks about this account. */
  key: string
  /** Its place in the storage, if it has one. */
  account?: Pick<Account, 'provider' | 'providerAccountId'>
  tokens: TokenSet
  /** Lets one of several servers at a time refresh them, and gives the others what it got. */
  lease?: RefreshLease | undefined
  /** Reads them anew; somebody else may have changed them. */
  reread(): Promise<TokenSet>
  /**
   * Keeps newer tokens before anyone sees them. With the refresh token that was `sent` for them: unless another one is stored by
   * now; false then. The platform may have replaced that one for good, so a storage that fails meanwhile does not cost the new one.
   */
  keep(tokens: TokenSet, sent?: string): Promise<boolean>
}

/** Nothing is left of these tokens: the platform took them back. */
export const clearedTokens: TokenSet = {
  access_token: '',
  refresh_token: '',
  expires_at: 0,
  refresh_expires_at: 0,
}

/** The account that is meant: that at a provider, or of several there a certain one, by its id at the platform. */
export type AccountChoice<Id extends string = string> =
  | Id
  | { provider: Id; account?: string | undefined }

/** The provider and, if it was named, the account at the provider. */
export function readChoice(choice: AccountChoice): { provider: string; account?: string } {
  if (typeof choice === 'string') return { provider: choice }
  const { provider, account } = choice
  return { provider, ...(account !== undefined && { account }) }
}

/** Of a user's accounts the one that is meant. If none of several is named it is always the same, whatever their order. */
export function findAccount<A extends Pick<Account, 'provider' | 'providerAccountId'>>(
  accounts: readonly A[],
  choice: AccountChoice,
): A | undefined {
  const { provider, account } = readChoice(choice)
  return accounts
    .filter((one) => one.provider === provider)
    .filter((one) => account === undefined || one.providerAccountId === account)
    .sort((a, b) => (a.providerAccountId < b.providerAccountId ? -1 : 1))[0]
}
