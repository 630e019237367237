import { AuthError } from '../errors.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Who } from '../types/who.ts'
import type { TokenAccess, TokenOptions } from './access-tokens.ts'
import { accountName } from './account-name.ts'
import { type AccountChoice, findAccount, readChoice } from './account-tokens.ts'
import { tellOf } from './happened.ts'
import { requireRecentAsker } from './recent-sign-in.ts'
import { requireUserId } from './require-user.ts'
import { findDisconnection } from './unlink-account.ts'
import { removeWayIn } from './ways-in.ts'

/** An account that a person has connected. Its tokens stay where they are; `accessToken()` gives one out. */
export interface ConnectedAccount {
  provider: string
  providerAccountId: string
  type: string
  /** The address or name that the person has at the platform, if it is known. */
  name?: string
  /** The scopes that the person granted. */
  scope?: string
  /** Expiry of the access token; `accessToken()` renews it before. */
  expires?: Date
}

/** The platforms that people have connected. */
export interface Accounts {
  /** The platforms that a person has connected. */
  list(who: Who): Promise<ConnectedAccount[]>
  /** Disconnects a platform and takes its tokens back. Refuses with `LastMethod` if it is the only way in. */
  unlink(who: Who, account: AccountChoice): Promise<void>
  /** Takes the tokens back at the platform and forgets them here. The account stays connected. */
  revoke(who: Who, account: AccountChoice, options?: TokenOptions): Promise<void>
}

/** The accounts of people, for one configuration. */
export function createAccounts(reader: SessionReader, access: TokenAccess): Accounts {
  return {
    list: (who) => listAccounts(reader, who),
    unlink: (who, choice) => unlink(reader, access, who, choice),
    revoke: access.revoke,
  }
}

/** The accounts of a person, without their tokens. */
export async function listAccounts(reader: SessionReader, who: Who): Promise<ConnectedAccount[]> {
  const userId = await requireUserId(reader, who)
  const list = await requireOperation(requireStorage(reader.config), 'listAccounts')(userId)
  return list.map((account) => {
    const { provider, providerAccountId, type, scope, expires_at } = account
    const name = accountName(account)
    return {
      ...{ provider, providerAccountId, type },
      ...(name && { name }),
      ...(scope && { scope }),
      ...(expires_at !== undefined && { expires: new Date(expires_at * 1000) }),
    }
  })
}

async function unlink(
  reader: SessionReader,
  access: TokenAccess,
  who: Who,
  choice: AccountChoice,
): Promise<void> {
  const { config } = reader
  const { provider } = readChoice(choice)
  const asker = await requireRecentAsker(reader, who)
  const { userId } = asker
  const account = findAccount(await listAccounts(reader, { userId }), choice)
  if (!account)
    throw new AuthError('NotFound', `The person has no account at ${provider}`, { provider })
  // Gathered before the account goes, and taken back after it has gone: the last way in keeps its tokens.
  const tokens = await access.revocableTokens(userId, account)
  await removeWayIn(config, asker, (inside) => findDisconnection(config, inside, userId, account))
  await tokens?.revoke()
  await tellOf(reader, who, { event: 'unlinkAccount', userId, provider })
}
