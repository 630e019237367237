import { toAuthError } from '../errors.ts'
import { itemsOf } from '../identity/items.ts'
import type { Item, ItemData, ItemKind } from '../types/item.ts'
import type { TokenReader } from './token-reader.ts'

/** Between two writes for one token. */
const intervalMs = 60_000

/** Bounds `lastUses`; the oldest entry is forgotten first. */
const maxRemembered = 10_000

/** Stores a token's last use, at most once a minute. If the storage cannot write, the token still works. */
export async function recordUse<Data extends ItemData>(
  { app, lastUses }: Pick<TokenReader, 'app' | 'lastUses'>,
  kind: ItemKind<Data, undefined>,
  { lookup, lastUsedAt }: Pick<Item<Data, undefined>, 'lookup' | 'lastUsedAt'>,
): Promise<void> {
  const now = app.services.now()
  // A parallel request may be writing it.
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
