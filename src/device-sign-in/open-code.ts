import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import { itemsOf } from '../identity/items.ts'
import type { Item } from '../types/item.ts'
import { type UserCode, userCode } from './kinds.ts'
import { readUserCode } from './user-code.ts'

/** A code that somebody typed, if it is one and belongs to this browser. */
export type OpenCode = Item<UserCode, undefined>

/**
 * Opens a code for this browser. From then on it belongs to it: nobody who sees the code, or sends it to somebody else, can answer in
 * their place. A code of another browser is refused as one that does not exist.
 */
export async function openCode(
  context: Context,
  typed: unknown,
  { csrf, isAnswer }: { csrf: string; isAnswer: boolean },
): Promise<OpenCode> {
  // Each browser has a csrf token of its own, which no page of another site can read or set.
  const browser = await sha256(`device ${csrf}`)
  const code = readUserCode(typed)
  const codes = itemsOf(context, userCode)
  // Of two browsers that open it at the same moment, the second look finds the other's mark.
  for (let look = 0; code && look < 2; look++) {
    const found = await codes.find(await sha256(code))
    if (found.state === 'unreadable') throw found.cause
    if (found.state === 'none') break
    const { item } = found
    if (item.data.browser === browser) return item
    // Only what was opened can be answered: opening passes the limits and the gate.
    if (item.data.browser !== '' || isAnswer) break
    const data = { ...item.data, browser }
    if (await codes.replace(item, { data })) return { ...item, data, version: item.version + 1 }
  }
  throw new AuthError('Verification', 'No device waits with this code in this browser', {
    field: 'user_code',
    hint: 'It is mistyped, older than ten minutes, answered, or was opened in another browser first.',
  })
}
