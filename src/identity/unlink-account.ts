import type { Config } from '../config.ts'
import { loadMethod } from '../methods/load.ts'
import { requireOperation } from '../services/require-storage.ts'
import type { Account } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'
import { accountWay } from './ways-in.ts'

type AccountKey = Pick<Account, 'provider' | 'providerAccountId'>

/** An account as a way in: by which keys it is counted, and how it goes, with the other ways in that lead to it. */
export async function findDisconnection(
  config: Config,
  storage: Storage,
  userId: string,
  { provider: id, providerAccountId }: AccountKey,
): Promise<{ keys: string[]; remove: () => Promise<void> }> {
  const account = { provider: id, providerAccountId }
  const provider = config.providers.get(id)
  const method = provider && (await loadMethod(provider))
  const ways = (provider && (await method?.waysIn?.(storage, provider, userId))) ?? []
  const leading = ways.filter((way) => way.providerAccountId === providerAccountId)
  return {
    keys: [accountWay(account), ...leading.map(({ key }) => key)],
    async remove() {
      for (const { key } of leading)
        if (provider) await method?.remove?.(storage, provider, userId, key)
      await requireOperation(storage, 'unlinkAccount')(account)
    },
  }
}
