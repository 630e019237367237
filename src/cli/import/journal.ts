import { sha256 } from '../../crypto/hash.ts'
import { uuid } from '../../crypto/random.ts'
import { itemKind, requireItems, storedKind } from '../../identity/item-kinds.ts'
import type { ItemData, StoredItem } from '../../types/item.ts'
import type { Storage } from '../../types/storage.ts'
import type { Target } from './target.ts'

/**
 * The imported things of a person, found by the library and their id there. The item has no user and outlives them: a user or a passkey
 * that was deleted here since does not come back with the next run.
 */
const taken = itemKind({ part: 'import', name: 'taken' })

/** The lifetime of an item, longer than any migration. */
const days = 400

/** The record of what was imported for one person. */
export interface Journal {
  /** The id of the user here, if one was created. */
  readonly userId: string | undefined
  /** True if a run was stopped between two steps of this person. */
  readonly isBegun: boolean
  has(key: string): Promise<boolean>
  add(key: string): Promise<void>
  /** Records that a user is about to be created, or was: the next run continues with them if this one is stopped. */
  begin(storage: Storage, userId: string): Promise<void>
  /** Writes the record; without a user if the person was refused. */
  save(storage: Storage, userId?: string): Promise<void>
}

/** Reads the record of a person's earlier imports. */
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

/** A short hash, enough to distinguish the few things of one person without revealing them. */
async function short(key: string): Promise<string> {
  return (await sha256(key)).slice(0, 12)
}
