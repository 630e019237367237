import { requireOperation } from '../services/require-storage.ts'
import type { Account } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'
import { passkeyWay } from './passkeys.ts'
import { accountWay } from './ways-in.ts'

type AccountKey = Pick<Account, 'provider' | 'providerAccountId'>

/** An account as a way in: by which keys it is counted, and how it goes, with the passkeys that sign in to it. */
export async function findDisconnection(
  storage: Storage,
  userId: string,
  { provider, providerAccountId }: AccountKey,
): Promise<{ keys: string[]; remove: () => Promise<void> }> {
  const account = { provider, providerAccountId }
  const all = (await storage.listAuthenticatorsByUserId?.(userId)) ?? []
  const passkeys = all.filter((passkey) => passkey.providerAccountId === providerAccountId)
  return {
    keys: [accountWay(account), ...passkeys.map(({ credentialID }) => passkeyWay(credentialID))],
    async remove() {
      for (const { credentialID } of passkeys) {
        await requireOperation(storage, 'deleteAuthenticator')(credentialID)
      }
      await requireOperation(storage, 'unlinkAccount')(account)
    },
  }
}
