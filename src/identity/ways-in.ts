import type { ResolvedProvider } from '../config/method-setup.ts'
import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import type { Method } from '../methods/method.ts'
import { loadMethod } from '../methods/table.ts'
import type { Storage } from '../types/storage.ts'

/** The storage, for what cannot be done without one. */
export function requireStorage({ storage }: Pick<Config, 'storage'>): Storage {
  if (storage) return storage
  throw new AuthError('Unsupported', 'Without a storage there is nothing to look up', {
    field: 'storage',
    hint: 'Pass `database`, `storage` or `adapter` to Auth().',
  })
}

/** Every configured provider with the method that serves it. */
export function loadMethods(config: Config): Promise<(readonly [ResolvedProvider, Method])[]> {
  return Promise.all(
    Array.from(
      config.providers.values(),
      async (provider) => [provider, await loadMethod(config, provider)] as const,
    ),
  )
}

/** What tells an account from a person's other ways in. */
export function accountWay(account: { provider: string; providerAccountId: string }): string {
  return `account ${account.provider} ${account.providerAccountId}`
}

/** The keys of all ways in that a person has: those of every configured method, each once. */
async function waysIn(config: Config, storage: Storage, userId: string): Promise<Set<string>> {
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

/** Takes one way in away, unless it is the last. Checked and done in one transaction. */
export async function removeWayIn(
  config: Config,
  userId: string,
  key: string,
  remove: (storage: Storage) => Promise<unknown>,
): Promise<void> {
  const storage = requireStorage(config)
  const work = async (inside: Storage) => {
    const left = await waysIn(config, inside, userId)
    left.delete(key)
    if (left.size === 0) {
      throw new AuthError('LastMethod', 'This is the only way in that the person has')
    }
    await remove(inside)
  }
  await (storage.transaction?.(work) ?? work(storage))
}

/** Whether a person has a way in besides one. */
export async function hasOtherWayIn(config: Config, userId: string, key: string): Promise<boolean> {
  const left = await waysIn(config, requireStorage(config), userId)
  left.delete(key)
  return left.size > 0
}
