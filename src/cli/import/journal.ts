import { sha256 } from '../../crypto/hash.ts'
import { uuid } from '../../crypto/random.ts'
import { itemKind, requireItems, storedKind } from '../../identity/item-kinds.ts'
import type { ItemData, StoredItem } from '../../types/item.ts'
import type { Storage } from '../../types/storage.ts'
import type { Target } from './target.ts'

/**
 * The things that were taken of a person, found by the library and their id there. It is nobody's, and outlives the user: somebody who was
 * deleted here since does not come back with the next run; nor does a passkey that was removed.
 */
const taken = itemKind({ part: 'import', name: 'taken' })

/** Longer than anybody moves. */
const days = 400

/** The list of what was taken of one person. */
export interface Journal {
  /** The id of the user here, if there was one. */
  readonly userId: string | undefined
  /** True if a run was stopped between two steps of this person. */
  readonly isBegun: boolean
  has(key: string): Promise<boolean>
  add(key: string): Promise<void>
  /** Writes down that a user is about to be made, or was: a run that is stopped here goes on with them. */
  begin(storage: Storage, userId: string): Promise<void>
  /** Writes the list; without a user for somebody who was refused. */
  save(storage: Storage, userId?: string): Promise<void>
}

/** Reads what was taken of a person before. */
export async function readJournal(
  { isEmpty, now }: Target,
  storage: Storage,
  source: string,
  id: string,
): Promise<Journal> {
  const lookup = await sha256(`${source} ${id}`)
  const items = requireItems(storage)
  const place = { kind: storedKind(taken), lookup }
  let kept = isEmpty ? null : await items.getItem(place)
  const before = kept?.data
  const keys = new Set<unknown>(Array.isArray(before?.keys) ? before.keys : [])
  const known = keys.size
  const write = async (inside: Storage, more: ItemData) => {
    const content = {
      data: { ...more, keys: [...keys] as string[] },
      sealed: null,
      expires: new Date(now + days * 86_400_000),
    }
    const rest = { id: uuid(), userId: null, version: 1, lastUsedAt: null }
    const fresh: StoredItem = { ...place, ...rest, ...content, createdAt: new Date(now) }
    if (kept) await requireItems(inside).replaceItem(kept, content)
    else await requireItems(inside).putItem(fresh)
    kept = kept ? { ...kept, ...content, version: kept.version + 1 } : fresh
  }
  return {
    userId: typeof before?.userId === 'string' ? before.userId : undefined,
    isBegun: before?.begun === true,
    has: async (key) => keys.has(await short(key)),
    add: async (key) => void keys.add(await short(key)),
    begin: (inside, userId) => write(inside, { userId, begun: true }),
    async save(inside, userId) {
      const isSame = kept?.data.userId === userId && kept?.data.begun !== true
      if (!kept || !isSame || keys.size !== known)
        await write(inside, { ...(userId !== undefined && { userId }) })
    },
  }
}

/** Enough to tell the few things of one person apart, and nothing that could be read. */
async function short(key: string): Promise<string> {
  return (await sha256(key)).slice(0, 12)
}
