import { toAuthError } from '../errors.ts'
import { itemsOf } from '../identity/items.ts'
import type { Item, ItemData, ItemKind } from '../types/item.ts'
import type { TokenReader } from './token-reader.ts'

/** A use is recorded this often at most. */
const intervalMs = 60_000

/** So many tokens are remembered; the one recorded longest ago is forgotten first. */
const maxRemembered = 10_000

/** Records that a token was used, once a minute. A storage that cannot write keeps no program out. */
export async function recordUse<Data extends ItemData>(
  { app, lastUses }: Pick<TokenReader, 'app' | 'lastUses'>,
  kind: ItemKind<Data, undefined>,
  { lookup, lastUsedAt }: Pick<Item<Data, undefined>, 'lookup' | 'lastUsedAt'>,
): Promise<void> {
  const now = app.services.now()
  // This process may be writing it: requests come in crowds.
  const before = Math.max(lastUsedAt?.getTime() ?? 0, lastUses.get(lookup) ?? 0)
  if (now - before < intervalMs) return
  lastUses.delete(lookup)
  lastUses.set(lookup, now)
  const [oldest] = lastUses.size > maxRemembered ? lastUses.keys() : []
  if (oldest !== undefined) lastUses.delete(oldest)
  try {
    await itemsOf(app, kind).touch(lookup)
  } catch (thrown) {
    app.services.logger.error(toAuthError(thrown))
  }
}
