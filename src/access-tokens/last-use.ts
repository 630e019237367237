import { toAuthError } from '../errors.ts'
import { itemsOf } from '../identity/items.ts'
import type { Item } from '../types/item.ts'
import { accessToken, type TokenFacts } from './kind.ts'
import type { TokenReader } from './token-reader.ts'

/** A use is recorded this often at most. */
const intervalMs = 60_000

/** So many tokens are remembered; the one recorded longest ago is forgotten first. */
const maxRemembered = 10_000

/** Records that a token was used, once a minute. A storage that cannot write keeps no program out. */
export async function recordUse(
  { app, lastUses }: TokenReader,
  { lookup, lastUsedAt }: Item<TokenFacts, undefined>,
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
    await itemsOf(app, accessToken).touch(lookup)
  } catch (thrown) {
    app.services.logger.error(toAuthError(thrown))
  }
}
