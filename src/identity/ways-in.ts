import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import { loadMethods } from '../methods/load.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { Storage } from '../types/storage.ts'
import type { Asker } from './require-user.ts'

/** The key of an account among a person's ways in. */
export function accountWay(account: { provider: string; providerAccountId: string }): string {
  return `account ${account.provider} ${account.providerAccountId}`
}

/** The keys of all ways in that a person has: those of every configured method, each once. */
export async function waysIn(
  config: Config,
  storage: Storage,
  userId: string,
): Promise<Set<string>> {
  const keys = new Set<string>()
  const accounts = (await storage.listAccounts?.(userId)) ?? []
  for (const [provider, method] of await loadMethods(config)) {
    const own = method.waysIn
      ? await method.waysIn(storage, provider, userId)
      : accounts
          .filter((account) => account.provider === provider.id)
          .map((account) => ({ key: accountWay(account) }))
    for (const { key } of own) keys.add(key)
  }
  return keys
}

/** The number of ways in that a person has besides those that are to go. It stays so only for whoever has locked the user. */
async function waysInLeft(
  config: Config,
  inside: Storage,
  userId: string,
  removed: readonly string[],
): Promise<number> {
  const left = await waysIn(config, inside, userId)
  for (const key of removed) left.delete(key)
  return left.size
}

/** Changes something about a user in one transaction that has the user to itself, if whoever asked for it is still signed in. */
export function changeUser<T>(
  config: Config,
  { userId, assertSignedIn }: Asker,
  work: (inside: Storage) => Promise<T>,
): Promise<T> {
  return inTransaction(requireStorage(config), async (inside) => {
    await inside.lockUser?.(userId)
    await assertSignedIn(inside)
    return work(inside)
  })
}

/** Takes ways in away, unless nothing would be left. */
export async function removeWayIn(
  config: Config,
  asker: Asker,
  find: (inside: Storage) => Promise<{ keys: readonly string[]; remove: () => Promise<unknown> }>,
): Promise<void> {
  await changeUser(config, asker, async (inside) => {
    const { keys, remove } = await find(inside)
    if ((await waysInLeft(config, inside, asker.userId, keys)) === 0) {
      throw new AuthError('LastMethod', 'This is the only way in that the person has')
    }
    await remove()
  })
}

/** All of the work or nothing, as far as the storage can. */
export function inTransaction<T>(
  storage: Storage,
  work: (inside: Storage) => Promise<T>,
): Promise<T> {
  return storage.transaction?.(work) ?? work(storage)
}
