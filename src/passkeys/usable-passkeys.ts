import { requireOperation } from '../services/require-storage.ts'
import type { Authenticator, Storage } from '../types/storage.ts'
import type { ResolvedPasskey } from './resolved.ts'

/** The passkeys that a person can sign in with: one whose account is gone belongs to nobody. */
export async function usablePasskeys(
  storage: Storage,
  { id }: Pick<ResolvedPasskey, 'id'>,
  userId: string,
): Promise<Authenticator[]> {
  const own = await requireOperation(storage, 'listAuthenticatorsByUserId')(userId)
  const accounts = await storage.listAccounts?.(userId)
  // Auth.js's adapters cannot list accounts, nor is any removed there.
  if (!accounts) return own
  const known = new Set(
    accounts.filter(({ provider }) => provider === id).map((account) => account.providerAccountId),
  )
  return own.filter(({ providerAccountId }) => known.has(providerAccountId))
}
