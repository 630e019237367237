import type { WayIn } from '../methods/method.ts'
import { requireOperation } from '../services/require-storage.ts'
import type { Storage } from '../types/storage.ts'
import type { ResolvedPasskey } from './resolved.ts'
import { usablePasskeys } from './usable-passkeys.ts'

/** The passkeys of a person as ways in. */
export async function waysIn(
  storage: Storage,
  provider: ResolvedPasskey,
  userId: string,
): Promise<WayIn[]> {
  const own = await usablePasskeys(storage, provider, userId)
  return own.map(({ credentialID, providerAccountId }) => ({
    key: passkeyKey(credentialID),
    providerAccountId,
  }))
}

/** The key that tells a passkey from a person's other ways in. */
export function passkeyKey(credentialID: string): string {
  return `passkey ${credentialID}`
}

/** Removes a passkey. The account that passkeys share goes with the last of them. */
export async function removePasskey(storage: Storage, userId: string, key: string): Promise<void> {
  const own = (await storage.listAuthenticatorsByUserId?.(userId)) ?? []
  const passkey = own.find(({ credentialID }) => passkeyKey(credentialID) === key)
  if (!passkey) return
  const { credentialID, providerAccountId } = passkey
  await requireOperation(storage, 'deleteAuthenticator')(credentialID)
  const others = own.filter((other) => other !== passkey)
  if (others.some((other) => other.providerAccountId === providerAccountId)) return
  for (const account of (await storage.listAccounts?.(userId)) ?? []) {
    if (account.type !== 'webauthn' || account.providerAccountId !== providerAccountId) continue
    await requireOperation(storage, 'unlinkAccount')(account)
  }
}
