import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import type { Storage } from '../types/storage.ts'

/** How many ways a person has to sign in: accounts, passkeys, and a proven address where mails are sent. */
export async function waysIn(config: Config, userId: string): Promise<number> {
  const storage = requireStorage(config)
  const byMail = [...config.providers.values()].some(({ type }) => type === 'email')
  const accounts = (await storage.listAccounts?.(userId)) ?? []
  const passkeys = (await storage.listAuthenticatorsByUserId?.(userId)) ?? []
  const user = byMail ? await storage.getUser?.(userId) : null
  const mailed = user?.email && user.emailVerified ? 1 : 0
  // A passkey has an account too, so that it can be found by its provider.
  return accounts.filter(({ type }) => type !== 'webauthn').length + passkeys.length + mailed
}

/** The storage, for what cannot be done without one. */
export function requireStorage({ storage }: Pick<Config, 'storage'>): Storage {
  if (storage) return storage
  throw new AuthError('Unsupported', 'Without a storage there is nothing to look up', {
    field: 'storage',
    hint: 'Pass `database`, `storage` or `adapter` to Auth().',
  })
}

/** Refuses to take away the last way in. */
export async function assertNotLast(config: Config, userId: string): Promise<void> {
  if ((await waysIn(config, userId)) > 1) return
  throw new AuthError('LastMethod', 'This is the only way in that the person has')
}
