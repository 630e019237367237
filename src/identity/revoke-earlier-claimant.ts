import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import { loadEverything } from '../methods/load.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { endAllSessions } from './end-all-sessions.ts'

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
  await endAllSessions(storage, user.id)
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
  const cleared = await storage.getUser?.(user.id)
  // No storage knows the sessions that live in cookies: they end only if it keeps the user's generation.
  const isKept = cleared?.sessionGeneration !== user.sessionGeneration
  if (!cleared || (config.session.strategy === 'cookie' && !isKept)) throw impossible()
  return cleared
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
