import type { Config } from '../config.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { loadEverything } from '../methods/load.ts'
import type { Storage, StoredUser } from '../types/storage.ts'

/**
 * The address was never proven until now: whoever registered it first may not be its owner. Their sessions, accounts,
 * authenticators and items must not survive (pre-hijacking). Returns the user as they are now.
 */
export async function revokeEarlierClaimant(
  config: Config,
  storage: Storage,
  user: StoredUser,
): Promise<StoredUser> {
  const { deleteSessions, listAccounts, unlinkAccount, updateUser } = storage
  if (!deleteSessions || !listAccounts || !unlinkAccount || !updateUser) throw impossible()
  await deleteSessions.call(storage, user.id)
  for (const account of await listAccounts.call(storage, user.id))
    await unlinkAccount.call(storage, account)
  // Also where no configured method reads them (any more): one may again.
  for (const { credentialID } of (await storage.listAuthenticatorsByUserId?.(user.id)) ?? []) {
    await storage.deleteAuthenticator?.(credentialID)
  }
  await storage.deleteItems?.(user.id)
  for (const [provider, code] of await loadEverything(config)) {
    await code.removeData?.(storage, provider, user)
  }
  return endCookieSessions(config, storage, user)
}

/** No storage knows the sessions that live in cookies; they end because they are of an earlier generation than the user. */
async function endCookieSessions(
  { session }: Config,
  storage: Storage,
  { id }: StoredUser,
): Promise<StoredUser> {
  const sessionGeneration = random(12)
  await storage.updateUser?.({ id, sessionGeneration })
  const user = await storage.getUser?.(id)
  if (!user) throw impossible()
  if (session.strategy === 'cookie' && user.sessionGeneration !== sessionGeneration) {
    throw impossible()
  }
  return user
}

function impossible(): AuthError {
  return new AuthError(
    'OAuthAccountNotLinked',
    'A user with this unverified e-mail address exists',
    {
      hint: 'This storage cannot remove what an earlier claimant left; verify the address first.',
    },
  )
}
